import { sessions } from "../../client-facts/facts.ts";
import { at, type Said } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard } from "../rule.ts";

interface Used {
  readonly told: boolean;
  /** The first request after the handshake, but for pings. */
  readonly next: Said;
}

/** Sessions that went on after the handshake. */
const used = fact<readonly Used[]>("sessions that went on", [sessions], (recording) => {
  const all = sessions.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.flatMap((one): Used[] => {
    const { asked } = one.handshake;
    const told = one.notifications.some((each) => each.method === "notifications/initialized" && each.at > asked.at);
    // Two messages sent at once may arrive in either order: one alone proves nothing.
    const next = one.requests.filter(
      (each) => each.at > asked.at && each.method !== "ping" && each.method !== "initialize",
    );
    const [first] = next;
    return first !== undefined && (told || next.length > 1 || one.over) ? [{ told, next: first }] : [];
  });
  return list.length === 0 ? absent("No session went on after initialize") : known(list);
});

function judge({ all }: { readonly all: readonly Used[] }): readonly Finding[] {
  return all
    .filter((one) => !one.told)
    .map(({ next }) =>
      finding("The session is used though notifications/initialized never came", at(next), {
        expected: "notifications/initialized after the answer to initialize",
        actual: next.kind === "request" ? next.method : next.kind,
      }),
    );
}

const rule: Rule = {
  id: "client-initialized",
  category: "lifecycle",
  profile: "core",
  title: "notifications/initialized follows the handshake",
  why: "The server waits for it before it asks or tells the client anything: without it sampling, elicitation and list changes stay away.",
  fix: "Send notifications/initialized as soon as the answer to initialize is there.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/lifecycle#initialization"],
      fail: "Requests go on after a good initialize, and the notification does not come.",
      skip: "No session went on after initialize.",
      uses: { all: used },
      judge,
    }),
  },
};

export default rule;
