import { conversation, DISCOVER } from "../../facts/session.ts";
import { BROWSER_REQUEST } from "../../facts/transport.ts";
import type { HttpSent } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";
import { settle } from "../settle.ts";

/** What any web page can send without asking first: text/plain, its own origin, no header of ours, no credential. */
const probe: Probe = {
  id: BROWSER_REQUEST,
  revisions: ["2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 3,
  after: [DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const sent = talk.compose("server/discover", {}) as HttpSent;
        const headers = [
          ["Content-Type", "text/plain"],
          ["Accept", "*/*"],
          ["Origin", "https://evil.example"],
        ] as const;
        const [, ...asked] = await Promise.all([
          control(talk, "control"),
          control(talk, "text/plain", { headers: { "Content-Type": "text/plain" }, faulty: true }),
          talk.raw("a browser's simple request", { ...sent, headers, exact: true }, { faulty: true }),
        ]);
        await settle(talk, asked);
      }),
    ),
};

export default probe;
