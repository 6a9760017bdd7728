import { overStdio } from "../../client-facts/facts.ts";
import { at, type Conversation } from "../../client-facts/heard.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

function judge({ all }: { readonly all: readonly Conversation[] }): readonly Finding[] {
  return all
    .flatMap((one) => one.said)
    .flatMap((one) =>
      one.kind === "odd" && one.json === undefined
        ? [
            finding("A line on stdin is no JSON", at(one), {
              expected: "one JSON-RPC message a line, without line breaks in it",
              actual: shown(one.text),
            }),
          ]
        : [],
    );
}

const about = {
  level: "MUST NOT",
  transports: ["stdio"],
  fail: "A line that is no JSON: other output, a message broken over lines.",
  skip: "The client did not speak over stdio.",
  uses: { all: overStdio },
  judge,
} as const;

const rule: Rule = {
  id: "client-stdin",
  category: "transport",
  profile: "core",
  title: "stdin gets nothing but messages, one a line",
  why: "A server reads line by line: a pretty-printed message is many broken ones, and stray output breaks the one after it.",
  fix: "Write each message as JSON without line breaks, then one newline.",
  revisions: {
    "2025-11-25": heard({ ...about, clauses: ["basic/transports#stdio"] }),
    "2026-07-28": heard({ ...about, clauses: ["basic/transports/stdio#"] }),
  },
};

export default rule;
