import { conversations } from "../../client-facts/facts.ts";
import { type Asked, at, type Conversation } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard } from "../rule.ts";

const handshaken = fact<readonly Conversation[]>("conversations with initialize", [conversations], (recording) => {
  const all = conversations.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.filter((one) => one.handshake !== undefined);
  return list.length === 0 ? absent("The client did not send initialize") : known(list);
});

function early(one: Conversation): readonly Asked[] {
  const handshake = one.handshake?.asked;
  if (handshake === undefined) return [];
  const answered = handshake.reply?.at ?? Number.POSITIVE_INFINITY;
  return one.requests.filter(
    (each) => each !== handshake && each.method !== "ping" && each.at > handshake.at && each.at < answered,
  );
}

function judge({ all }: { readonly all: readonly Conversation[] }): readonly Finding[] {
  return all.flatMap(early).map((one) =>
    finding(`${one.method} was sent before initialize was answered`, at(one), {
      expected: "nothing but ping until then",
      actual: one.method,
    }),
  );
}

const rule: Rule = {
  id: "client-waits-for-initialize",
  category: "lifecycle",
  profile: "core",
  title: "The client waits for the answer to initialize",
  why: "Until then it does not know which version and which capabilities hold.",
  fix: "Send nothing but ping between initialize and its answer.",
  revisions: {
    "2025-11-25": heard({
      level: "SHOULD NOT",
      clauses: ["basic/lifecycle#initialization"],
      fail: "A request other than ping between initialize and its answer.",
      skip: "The client did not send initialize.",
      uses: { all: handshaken },
      judge,
    }),
  },
};

export default rule;
