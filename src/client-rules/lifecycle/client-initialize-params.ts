import { asking } from "../../client-facts/facts.ts";
import { type Asked, at } from "../../client-facts/heard.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { validate } from "../../protocol/schemas/validators.ts";
import { heard } from "../rule.ts";

function judge({ all }: { readonly all: readonly Asked[] }): readonly Finding[] {
  return all.flatMap((one) =>
    validate("2025-11-25", "InitializeRequest", one.json)
      .filter((fault) => !/^\/(?:jsonrpc|id)$/.test(fault.pointer))
      .map((fault) => finding(`initialize: ${fault.message}`, at(one, fault.pointer), fault)),
  );
}

const rule: Rule = {
  id: "client-initialize-params",
  category: "lifecycle",
  profile: "core",
  title: "initialize tells protocol version, capabilities and who the client is",
  why: "A server settles the session by them; without them it has to refuse.",
  fix: "Send protocolVersion (the newest that you support), capabilities (an object, {} where there are none) and clientInfo with name and version.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/lifecycle#initialization"],
      fail: "protocolVersion, capabilities or clientInfo is missing, or does not fit the schema.",
      skip: "The client did not send initialize.",
      uses: { all: asking("initialize") },
      judge,
    }),
  },
};

export default rule;
