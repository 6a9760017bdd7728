import { requests } from "../../client-facts/facts.ts";
import { type Asked, at } from "../../client-facts/heard.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

function judge({ all }: { readonly all: readonly Asked[] }): readonly Finding[] {
  return all.flatMap((one) => {
    const { id } = one;
    if (typeof id === "string" || (typeof id === "number" && Number.isInteger(id))) return [];
    // A notification with an id is the business of another rule.
    if (one.method.startsWith("notifications/")) return [];
    const message = id === null ? "A request has the id null" : "A request has an id that is no string and no integer";
    return [finding(message, at(one, "/id"), { expected: "a string or an integer", actual: shown(id) })];
  });
}

const about = {
  level: "MUST",
  clauses: ["basic/index#requests"],
  fail: "A request whose id is null, a fraction, a boolean, an array or an object.",
  skip: "The client asked nothing.",
  uses: { all: requests },
  judge,
} as const;

const rule: Rule = {
  id: "client-request-id",
  category: "schema",
  profile: "core",
  title: "The id of a request is a string or an integer, never null",
  why: "The answer carries the id back; a server cannot answer, or cannot tell a request from a notification, by any other.",
  fix: "Count up integers, or use strings that are made once.",
  revisions: { "2025-11-25": heard(about), "2026-07-28": heard(about) },
};

export default rule;
