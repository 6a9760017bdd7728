import { CORS, CROSS, PREFLIGHT } from "../../facts/http-security.ts";
import { conversation, DISCOVER, HANDSHAKE } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import type { Recording } from "../../model/recording.ts";
import { control } from "../control.ts";

/** Preflight and request of pages on other sites; on 2026-07-28 also of one without an origin of its own ("null"). */
const probe: Probe = {
  id: CORS,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 5,
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(needed(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        await Promise.all([
          control(talk, "control"),
          ...originsOf(kit).flatMap((origin) => [
            preflight(kit, talk, origin),
            control(talk, CROSS, { headers: { Origin: origin }, faulty: true, tags: { origin } }),
          ]),
        ]);
      }),
    ),
};

/** CORS shows in answers of any kind on 2026-07-28; the older revision's request needs its session. */
function needed(recording: Recording): ReturnType<typeof conversation.of> {
  return recording.revision === "2026-07-28" ? known(true) : conversation.of(recording);
}

/** Two different origins, so that an entry of an allow-list cannot pass for a reflection. */
function originsOf(kit: Kit): readonly string[] {
  return kit.revision === "2025-11-25"
    ? [`https://${kit.word()}.example`, `https://${kit.word()}.example`]
    : ["https://evil.example", "null"];
}

/** As a browser sends it: without credentials and without the protocol's own headers. */
async function preflight(kit: Kit, talk: Talk, origin: string): Promise<void> {
  if (kit.target.kind !== "http") return;
  const requested = kit.revision === "2025-11-25" ? "content-type" : "content-type, authorization, mcp-method";
  await talk.raw(
    PREFLIGHT,
    {
      kind: "http",
      method: "OPTIONS",
      url: kit.target.url,
      headers: [
        ["Origin", origin],
        ["Access-Control-Request-Method", "POST"],
        ["Access-Control-Request-Headers", requested],
      ],
      ids: [],
    },
    { faulty: true, tags: { origin } },
  );
}

export default probe;
