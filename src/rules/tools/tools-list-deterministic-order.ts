import { firstDifference, toolOrders } from "../../facts/tool-order.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "tools-list-deterministic-order",
  category: "tools",
  profile: "core",
  title: "Tools keep their order between requests",
  why: "Clients put the tool list into the model's context: when its order changes, cached prompts are worth nothing and every turn costs more.",
  fix: "List tools in one fixed order, that of registration or of the name. Do not build the list from an unordered set, or from sources that answer at different speeds, without sorting it.",
  revisions: {
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: ["server/tools#capabilities"],
      transports: ["http", "stdio"],
      method: {
        probe: "tools/list is walked three times, to the end each time.",
        pass: "The names come in the same order in all walks that found the same set.",
        fail: "The same set of names in another order.",
        skip: "Skipped where fewer than two tools are listed. Not evaluable when the set changed or no two walks came to their end.",
      },
      uses: { orders: toolOrders },
      judge: ({ orders: [first, ...others] }) =>
        others
          .flatMap((other): readonly Finding[] => {
            const differ = first === undefined ? undefined : firstDifference(first, other);
            if (differ === undefined) return [];
            const [expected, actual] = differ.map((name) => JSON.stringify(name));
            const message = `tools/list brought the same tools in another order: ${actual} where ${expected} stood before`;
            return [
              finding(message, other.exchange, { expected: "the same order", actual: `${actual} for ${expected}` }),
            ];
          })
          .slice(0, 1),
    }),
  },
};

export default rule;
