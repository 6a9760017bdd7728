import { describe, isServed, shown } from "../../facts/evidence.ts";
import { type Subscribing, subscribing } from "../../facts/resources.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

const rule: Rule = {
  id: "resources-subscribe",
  category: "resources",
  profile: "core",
  title: "A declared subscription to a resource can be made and ended",
  why: "A client that was promised subscriptions shows a resource as live; when subscribe fails it is stale without a word, and when unsubscribe fails the notices never stop.",
  fix: "Answer resources/subscribe and resources/unsubscribe of every listed resource with an empty result {}. If you do not send notifications/resources/updated at all, do not declare resources.subscribe. SDKs declare nothing of this by themselves: both handlers have to be set.",
  revisions: {
    "2025-11-25": judged({
      required: "resources.subscribe",
      basis: "spec",
      level: "MUST",
      clauses: ["server/resources#subscriptions", "server/resources#capabilities", "schema#subscriberequest"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe:
          "resources/subscribe, then resources/unsubscribe of a listed resource; up to three resources until one can be subscribed to.",
        pass: "Both are answered with a result object.",
        fail: "Every subscription that was tried is refused; ending the one that was made is refused; a result is no object.",
        skip: "Skipped where resources.subscribe is not declared. Not evaluable when no resource is listed or no answer came.",
      },
      uses: { tries: subscribing },
      judge: ({ tries }) => judge(tries),
    }),
  },
};

function judge(tries: readonly Subscribing[]): readonly (Finding | Note)[] {
  const made = tries.find(({ subscribe }) => isServed(subscribe));
  const refused = tries.filter((one) => one !== made).map(({ subscribe }) => subscribe);
  if (made === undefined) {
    return refused.slice(0, 1).map((first) => {
      const message = `resources.subscribe is declared, but each subscription that was tried (${refused.length}) is refused: ${describe(first)}`;
      return finding(message, first.id, { expected: "a result", actual: describe(first) });
    });
  }
  const notes = refused.map((one) => note(`One resource could not be subscribed to: ${describe(one)}`, one.id));
  const faults = [made.subscribe, made.unsubscribe].flatMap((exchange): readonly Finding[] => {
    if (exchange === undefined) return [];
    const reply = replyOf(exchange);
    const verb = exchange === made.subscribe ? "resources/subscribe" : "resources/unsubscribe";
    if (!isServed(exchange) || reply.kind !== "result") {
      const message = `${verb} of a resource that is subscribed to is refused: ${describe(exchange)}`;
      return [finding(message, exchange.id, { expected: "a result", actual: describe(exchange) })];
    }
    if (isObject(reply.result)) return [];
    const place = { exchange: exchange.id, pointer: `${reply.pointer}/result` };
    return [finding(`The result of ${verb} is no object`, place, { expected: "{}", actual: shown(reply.result) })];
  });
  return [...faults, ...notes];
}

export default rule;
