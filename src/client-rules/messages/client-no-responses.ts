import { said } from "../../client-facts/facts.ts";
import { at, type Said } from "../../client-facts/heard.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

function judge({ all }: { readonly all: readonly Said[] }): readonly Finding[] {
  return all.flatMap((one) =>
    one.kind === "response"
      ? [
          finding("The client sent a response", at(one), {
            expected: "requests and notifications alone",
            actual: shown(one.json),
          }),
        ]
      : [],
  );
}

const rule: Rule = {
  id: "client-no-responses",
  category: "transport",
  profile: "core",
  title: "The client sends no responses",
  why: "Servers of this revision ask nothing over the wire; what they need stands in an input_required result.",
  fix: "Put what was asked for into inputResponses and send the request again, with a new id.",
  revisions: {
    "2026-07-28": heard({
      level: "MUST NOT",
      clauses: [
        "basic/transports/streamable-http#sending-messages",
        "basic/transports/stdio#sending-messages",
        "basic/transports/index#messages",
      ],
      fail: "A message with a result or an error.",
      skip: "The client sent no message.",
      uses: { all: said },
      judge,
    }),
  },
};

export default rule;
