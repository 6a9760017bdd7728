import { AUTH, queryGate, TOKEN_IN_QUERY } from "../../facts/auth.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { askGuarded, bearerToken } from "../guarded.ts";

/** The user's token in the query string instead of the header, with his consent. */
const probe: Probe = {
  id: TOKEN_IN_QUERY,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 1,
  after: [AUTH],
  ready: (recording) =>
    andThen(queryGate.of(recording), (guarded) =>
      known(async (kit) => {
        const token = bearerToken(kit);
        if (token === undefined) return;
        await askGuarded(kit, recording, guarded, "the token in the query", { query: { access_token: token } });
      }),
    ),
};

export default probe;
