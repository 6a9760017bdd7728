import { said } from "../../client-facts/facts.ts";
import { at, type Said } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

/** Messages that are notifications by their method, with an id or without. */
const named = fact<readonly Said[]>("messages named notifications", [said], (recording) => {
  const all = said.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.filter(
    (one) => (one.kind === "request" || one.kind === "notification") && one.method.startsWith("notifications/"),
  );
  return list.length === 0 ? absent("The client sent no notification") : known(list);
});

function judge({ all }: { readonly all: readonly Said[] }): readonly Finding[] {
  return all.flatMap((one) =>
    one.kind === "request"
      ? [
          finding(`${one.method} is a notification and has an id`, at(one, "/id"), {
            expected: "no id",
            actual: shown(one.id),
          }),
        ]
      : [],
  );
}

const about = {
  level: "MUST NOT",
  clauses: ["basic/index#notifications"],
  fail: "A message of a method notifications/... that has an id, null included.",
  skip: "The client sent no notification.",
  uses: { all: named },
  judge,
} as const;

const rule: Rule = {
  id: "client-notification-no-id",
  category: "schema",
  profile: "core",
  title: "Notifications have no id",
  why: "With an id it is a request: the server answers it, with an error most likely, and does not act on it.",
  fix: "Leave the member id out altogether; null counts as an id.",
  revisions: { "2025-11-25": heard(about), "2026-07-28": heard(about) },
};

export default rule;
