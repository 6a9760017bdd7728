import { CALL } from "../../facts/calls.ts";
import { TOOLS } from "../../facts/lists.ts";
import { safeChoice } from "../../facts/tools.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { together } from "../together.ts";

/** How many tools are called. */
const MOST = 3;

/** Safe tools, with arguments that fit, by a client without capabilities. */
const probe: Probe = {
  id: CALL,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "call",
  atOnce: 3,
  after: [TOOLS.probe],
  ready: (recording) =>
    andThen(safeChoice.of(recording), ({ tools, tier }) =>
      known(async (kit) => {
        const talk = await kit.main();
        await together(kit, tools.slice(0, MOST), ({ tool, args }, index) =>
          talk.ask(
            `call ${index + 1}`,
            "tools/call",
            { name: tool.name, arguments: args },
            { inputSchema: tool.inputSchema, tags: { tool: tool.name, tier } },
          ),
        );
      }),
    ),
};

export default probe;
