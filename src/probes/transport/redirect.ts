import { HANDSHAKE } from "../../facts/session.ts";
import { initializeRedirect, REDIRECT } from "../../facts/transport.ts";
import type { HttpSent } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { initializeParams } from "../../protocol/dialects/mod.ts";

/** initialize at the place of the same origin to which the endpoint sent it. */
const probe: Probe = {
  id: REDIRECT,
  revisions: ["2025-11-25"],
  transports: ["http"],
  impact: "read",
  after: [HANDSHAKE],
  ready: (recording) =>
    andThen(initializeRedirect.of(recording), (location) =>
      known(async (kit) => {
        const talk = await kit.fresh({ greet: false });
        const sent = talk.compose("initialize", initializeParams(kit.clientInfo, {})) as HttpSent;
        await talk.raw("redirected", { ...sent, url: new URL(location, sent.url).href });
      }),
    ),
};

export default probe;
