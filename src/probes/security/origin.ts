import { FOREIGN, LOOKALIKE, ORIGIN } from "../../facts/http-security.ts";
import { conversation, DISCOVER, greetingExchange, HANDSHAKE } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import type { Target } from "../../model/target.ts";
import { control } from "../control.ts";
import { accompanied } from "../surrounded.ts";

/**
 * A sound request as a page of another site would send it, beside one without an Origin; and as a site would whose name
 * begins with one that is let in: who compares beginnings lets it in too.
 */
const probe: Probe = {
  id: ORIGIN,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 4,
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      andThen(greetingExchange(recording), (greeting) =>
        known(async (kit) => {
          const talk = await kit.main();
          const host = kit.revision === "2025-11-25" ? kit.word() : `evil-${kit.word()}`;
          const how = { headers: { Origin: `https://${host}.example` }, faulty: true };
          const site = `${kit.word()}.example`;
          await Promise.all([
            accompanied(kit, talk, FOREIGN, greeting, () => control(talk, FOREIGN, how)),
            ...beginnings(kit.target).map((name) =>
              control(talk, LOOKALIKE, { headers: { Origin: `http://${name}.${site}` }, faulty: true }),
            ),
          ]);
        }),
      ),
    ),
};

/** Names that servers on the target's host may let in and that another name can begin with: no IPv6 address can. */
function beginnings(target: Target): readonly string[] {
  const hostname = target.kind === "http" ? new URL(target.url).hostname : "";
  return [...new Set(["localhost", hostname])].filter((name) => /^[a-z0-9.-]*[a-z0-9-]$/.test(name));
}

export default probe;
