import { judgedEach } from "../../facts/cases.ts";
import { type ListHandler, listHandlers } from "../../facts/discover.ts";
import { describe } from "../../facts/evidence.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Note, note, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

const METHOD_NOT_FOUND = -32601;

function judge({ method, member, capability, declared, exchange }: ListHandler): readonly (Finding | Note)[] {
  const reply = replyOf(exchange);
  const actual = describe(exchange);
  if (reply.kind === "error") {
    const missing = reply.code === METHOD_NOT_FOUND;
    if (!declared)
      return missing ? [] : [note(`${method}, which is not declared, is refused with ${actual}`, exchange.id)];
    if (!missing) return [];
    const what = `${capability} is declared, but ${method} does not exist`;
    return [finding(what, exchange.id, { expected: "a result", actual })];
  }
  if (declared || reply.kind !== "result") return [];
  const items = isObject(reply.result) ? reply.result[member] : undefined;
  if (!Array.isArray(items) || items.length === 0) {
    return [note(`${method} is served with an empty list, though ${capability} is not declared`, exchange.id)];
  }
  const at = { exchange: exchange.id, pointer: `${reply.pointer}/result/${member}` };
  const what = `${method} lists ${items.length} ${member}, but ${capability} is not declared`;
  return [
    finding(what, at, { expected: `capabilities.${capability}, or nothing listed`, actual: `${items.length} listed` }),
  ];
}

const rule: Rule = {
  id: "lifecycle-capability-handlers-match",
  category: "lifecycle",
  profile: "core",
  title: "Declared features and list handlers agree",
  why: "Clients ask only for what is declared: what is listed undeclared is never found, and what is declared without a handler fails at the first use.",
  fix: "Declare tools, resources and prompts exactly where you offer some. With an SDK, register them before the server connects, so that it declares them.",
  revisions: {
    "2026-07-28": judgedEach({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#capabilities", "server/resources#capabilities", "server/prompts#capabilities"],
      transports: ["http", "stdio"],
      method: {
        probe: "tools/list, resources/list and prompts/list, whether they are declared or not.",
        pass: "Declared: a result. Not declared: an error, or an empty list (noted).",
        fail: "Declared, but -32601; not declared, but a list with entries.",
        skip: "Not evaluable when server/discover or a declared list was not served (its own check tells why), or somebody else answers.",
      },
      cases: listHandlers,
      judge,
    }),
  },
};

export default rule;
