import { AUTH, BAD_TOKENS, CUT_TOKEN, NO_TOKEN, RANDOM_TOKEN, TWO_WORDS, tokenGate } from "../../facts/auth.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe } from "../../model/probe.ts";
import { askGuarded, bearerToken } from "../guarded.ts";

/** How much is cut off a token: it hits the signature of a JWT. */
const CUT = 6;
/** A shorter token, or one of digits alone, is not cut: what is left could not be kept out of the recording. */
const SHORTEST = 26;
const ONLY_DIGITS = /^[\d\s.,:+_TZ-]+$/;

/** Tokens that nobody issued, where what they are tried on is refused without one. */
const probe: Probe = {
  id: BAD_TOKENS,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 1,
  after: [AUTH],
  ready: (recording) =>
    andThen(tokenGate.of(recording), (guarded) =>
      known(async (kit) => {
        for (const [label, value] of values(kit)) {
          await askGuarded(kit, recording, guarded, label, { headers: { Authorization: value } });
        }
      }),
    ),
};

function values(kit: Kit): readonly (readonly [label: string, value: string])[] {
  const random = [RANDOM_TOKEN, `Bearer ${randomToken(kit)}`] as const;
  if (kit.revision === "2026-07-28") {
    return [random, [NO_TOKEN, "Bearer"], [TWO_WORDS, "Bearer a b !!"]];
  }
  const token = bearerToken(kit);
  return token === undefined || token.length < SHORTEST || ONLY_DIGITS.test(token)
    ? [random]
    : [random, [CUT_TOKEN, `Bearer ${token.slice(0, -CUT)}`]];
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** 32 characters of base64url. */
function randomToken(kit: Kit): string {
  return Array.from({ length: 32 }, () => ALPHABET[kit.random(0, ALPHABET.length - 1)]).join("");
}

export default probe;
