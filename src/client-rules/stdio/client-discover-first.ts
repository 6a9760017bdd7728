import { overStdio } from "../../client-facts/facts.ts";
import { at, type Conversation } from "../../client-facts/heard.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard } from "../rule.ts";

function judge({ all }: { readonly all: readonly Conversation[] }): readonly Finding[] {
  return all.flatMap((one) => {
    const [first] = one.requests;
    if (first === undefined || first.method === "server/discover") return [];
    return [
      finding(`The process is asked ${first.method} first`, at(first), {
        expected: "server/discover",
        actual: first.method,
      }),
    ];
  });
}

const rule: Rule = {
  id: "client-discover-first",
  category: "lifecycle",
  profile: "core",
  title: "server/discover is asked first over stdio",
  why: "A server of an older revision may serve another first request under its own rules; server/discover it refuses for certain.",
  fix: "Send server/discover before anything else to a fresh process, and choose the version by its answer.",
  revisions: {
    "2026-07-28": heard({
      level: "SHOULD",
      clauses: ["basic/transports/stdio#backward-compatibility", "server/discover#when-to-call"],
      transports: ["stdio"],
      fail: "Another request of this revision is the first in the process.",
      skip: "The client did not speak over stdio.",
      uses: { all: overStdio },
      judge,
    }),
  },
};

export default rule;
