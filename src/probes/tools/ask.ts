import { TOOLS } from "../../facts/lists.ts";
import { ASK_TOOLS } from "../../facts/mrtr.ts";
import { safeChoice } from "../../facts/tools.ts";
import { andThen, known } from "../../model/fact.ts";
import { askingProbe } from "../asking.ts";

/** Tools that only read are asked freely, others as sparingly as by the plain calls. */
const MOST = 8;
const MOST_OF_OTHERS = 3;

const WORDS = /elicit|confirm|approv|consent|\bask|input|sampl|roots/i;

/** Safe tools by a client that can do everything: which of them ask for input? */
export default askingProbe({
  id: ASK_TOOLS,
  method: "tools/call",
  impact: "call",
  after: [TOOLS.probe],
  candidates: (recording) =>
    andThen(safeChoice.of(recording), ({ tier, tools }) => {
      const seems = tools.map((one) => ({
        one,
        asks: WORDS.test(`${one.tool.name} ${String(one.tool.tool["description"])}`),
      }));
      const first = [...seems].sort((a, b) => Number(b.asks) - Number(a.asks));
      const free = tier === "named by the user" || tier === "readOnlyHint true";
      return known(
        first.slice(0, free ? MOST : MOST_OF_OTHERS).map(({ one: { tool, args } }) => ({
          params: { name: tool.name, arguments: args },
          how: { inputSchema: tool.inputSchema, tags: { tool: tool.name, tier } },
        })),
      );
    }),
});
