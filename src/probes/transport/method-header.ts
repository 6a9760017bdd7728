import { firstList, METHOD_HEADER, OTHER_METHOD, WITHOUT_METHOD } from "../../facts/headers.ts";
import { conversation, DISCOVER } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";
import { settle } from "../settle.ts";

/** Requests without Mcp-Method, and with another method in it than in the body. */
const probe: Probe = {
  id: METHOD_HEADER,
  revisions: ["2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 5,
  after: [DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const list = firstList(recording);
        const ask = (what: string, method: string, value: string | null) =>
          talk.ask(`${method} ${what}`, method, {}, { headers: { "Mcp-Method": value }, faulty: true, exact: true });
        const [, ...asked] = await Promise.all([
          control(talk, "control"),
          ask(WITHOUT_METHOD, "server/discover", null),
          ask(OTHER_METHOD, "server/discover", list ?? "tools/list"),
          ...(list === undefined ? [] : [ask(WITHOUT_METHOD, list, null), ask(OTHER_METHOD, list, "server/discover")]),
        ]);
        await settle(talk, asked);
      }),
    ),
};

export default probe;
