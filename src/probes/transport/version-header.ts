import { firstList, VERSION_HEADER, WITHOUT_VERSION } from "../../facts/headers.ts";
import { conversation, DISCOVER } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { META_VERSION } from "../../protocol/dialects/2026-07-28.ts";
import { control } from "../control.ts";
import { settle } from "../settle.ts";

/** A version that no revision has. */
const OTHER = "1999-01-01";

/** Requests without MCP-Protocol-Version, and with one that differs from the body's. */
const probe: Probe = {
  id: VERSION_HEADER,
  revisions: ["2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 5,
  after: [DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const without = { headers: { "MCP-Protocol-Version": null }, faulty: true, exact: true };
        const list = firstList(recording);
        const [, ...asked] = await Promise.all([
          control(talk, "control"),
          talk.ask(`server/discover ${WITHOUT_VERSION}`, "server/discover", {}, without),
          ...(list === undefined ? [] : [talk.ask(`${list} ${WITHOUT_VERSION}`, list, {}, without)]),
          talk.ask(
            "a version in _meta that differs from the header",
            "server/discover",
            {},
            {
              meta: { [META_VERSION]: OTHER },
              faulty: true,
            },
          ),
          talk.ask(
            "a version header that differs from _meta",
            "server/discover",
            {},
            {
              headers: { "MCP-Protocol-Version": OTHER },
              faulty: true,
            },
          ),
        ]);
        await settle(talk, asked);
      }),
    ),
};

export default probe;
