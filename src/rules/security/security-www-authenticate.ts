import { hasOwnScheme } from "../../facts/auth.ts";
import {
  AT_PATH,
  AT_ROOT,
  authVersion,
  type Challenged,
  OF_SERVER,
  type Place,
  places,
  unauthorizedAnswers,
} from "../../facts/oauth-metadata.ts";
import { andThen, type Fact, fact, known, unknown } from "../../model/fact.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

interface Seen {
  readonly answers: readonly Challenged[];
  readonly version: string;
  readonly ownScheme: boolean;
  /** Where metadata was found that a client finds without the header. */
  readonly wellKnown: Place | undefined;
}

const FALLBACKS: readonly string[] = [AT_PATH, AT_ROOT];

/** What a 401 of 2025-11-25 is judged by; unknown where the header lacks and what may stand for it could not be seen. */
const seen: Fact<Seen> = fact("401 answers and metadata", [unauthorizedAnswers, places], (recording) =>
  andThen(unauthorizedAnswers.of(recording), (answers) => {
    const version = authVersion(recording);
    const found = places.of(recording);
    const all = found.state === "known" ? found.value : [];
    const standIns = all.filter((one) =>
      version <= "2025-03-26" ? one.name === OF_SERVER : FALLBACKS.includes(one.name),
    );
    const wellKnown = standIns.find((one) => one.state === "valid");
    const ownScheme = hasOwnScheme(recording);
    const blocked = standIns.find((one) => one.state === "blocked");
    const lacking = answers.some((one) => !one.sound) && version !== "2025-06-18" && !ownScheme;
    if (lacking && wellKnown === undefined) {
      if (found.state !== "known") return unknown("the well-known places of the metadata were not looked at");
      if (blocked !== undefined) return unknown(`${blocked.name} could not be seen: ${blocked.why}`);
    }
    return known({ answers, version, ownScheme, wellKnown });
  }),
);

const MISSING = "A 401 comes without WWW-Authenticate";

function judge({ seen }: { readonly seen: Seen }): readonly (Finding | Note)[] {
  const { answers, version, ownScheme, wellKnown } = seen;
  const bare = answers.find((one) => !one.sound);
  if (bare !== undefined) {
    const { id } = bare.exchange;
    if (ownScheme) return [note(`${MISSING}; the configured credential is no bearer token`, id)];
    if (wellKnown !== undefined && version !== "2025-06-18") {
      return [note(`${MISSING}; clients find ${wellKnown.name}`, id)];
    }
    return [
      finding(MISSING, id, { expected: 'WWW-Authenticate: Bearer resource_metadata="..."', actual: "no challenge" }),
    ];
  }
  const mute = version === "2025-06-18" ? answers.find((one) => !one.metadata) : undefined;
  if (mute === undefined) return [];
  const said = { expected: "resource_metadata in the Bearer challenge", actual: "a challenge without it" };
  return ownScheme
    ? [
        note(
          "The challenge of a 401 names no resource_metadata; the configured credential is no bearer token",
          mute.exchange.id,
        ),
      ]
    : [finding("The challenge of a 401 names no resource_metadata", mute.exchange.id, said)];
}

const rule: Rule = {
  id: "security-www-authenticate",
  category: "security",
  profile: "core",
  title: "401 says how to authenticate",
  why: "The challenge is what a client reads to find the authorization server. A bare 401 ends in a user who is told only that it did not work.",
  fix: 'Send WWW-Authenticate with every 401: Bearer resource_metadata="https://host/.well-known/oauth-protected-resource/path", scope="...". Set it where the token is checked, so that no 401 misses it, and expose it to browsers by CORS.',
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: [
        "basic/authorization#protected-resource-metadata-discovery-requirements",
        "basic/authorization#token-handling",
      ],
      transports: ["http"],
      since: "2025-03-26",
      method: {
        probe:
          "WWW-Authenticate of every 401 of the run is read, and the well-known metadata is looked up (at 2025-03-26 that of the authorization server on this host).",
        pass: "Each has a challenge (at 2025-06-18 with resource_metadata). A missing one is a remark where well-known metadata is served (but not at 2025-06-18), or where the configured credential is no bearer token.",
        fail: "A 401 without a challenge and no metadata at a well-known place; at 2025-06-18 a challenge without resource_metadata.",
        skip: "Skipped when no 401 was seen. Not evaluable when a challenge lacks and the well-known places could not be seen.",
      },
      uses: { seen },
      judge,
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: [
        "basic/authorization/index#token-handling",
        "basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements",
      ],
      transports: ["http"],
      method: {
        probe: "WWW-Authenticate of the 401s that security-auth-required and security-auth-malformed drew is read.",
        pass: "Each has a challenge with a scheme. No Bearer scheme, or no resource_metadata, is a remark.",
        fail: "A 401 without a challenge.",
        skip: "Skipped when no 401 was seen.",
      },
      uses: { answers: unauthorizedAnswers },
      judge: ({ answers }) => {
        const bare = answers.find((one) => !one.sound);
        if (bare !== undefined) {
          return [
            finding(MISSING, bare.exchange.id, { expected: "WWW-Authenticate: Bearer ...", actual: "no challenge" }),
          ];
        }
        const strange = answers.find((one) => !one.bearer || !one.metadata);
        if (strange === undefined) return [];
        const lacks = strange.bearer ? "resource_metadata" : "the Bearer scheme";
        return [note(`The challenge of a 401 lacks ${lacks}`, strange.exchange.id)];
      },
    }),
  },
};

export default rule;
