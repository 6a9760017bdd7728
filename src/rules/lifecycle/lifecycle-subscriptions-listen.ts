import { describe, shorten, shown } from "../../facts/evidence.ts";
import { ACKNOWLEDGED, type Listening, listening, subscriptionId } from "../../facts/subscriptions.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";

function judge({ exchange, first }: Listening): readonly Finding[] {
  const id = exchange.sent?.ids[0];
  const actual = describe(exchange);
  if (first === undefined) {
    const what = `subscriptions/listen stays without an acknowledgement while other requests are served: ${actual}`;
    return [finding(what, exchange.id, { expected: ACKNOWLEDGED, actual })];
  }
  if (first.kind === "error") {
    const what = `subscriptions/listen is refused though there is something declared to subscribe to: ${actual}`;
    return [finding(what, exchange.id, { expected: ACKNOWLEDGED, actual })];
  }
  const at = (path: string) => ({ exchange: exchange.id, pointer: `${first.pointer}${path}` });
  const method = first.message["method"];
  if (method !== ACKNOWLEDGED) {
    const came = first.kind === "result" ? "a result" : shorten(String(method));
    const what = `The first message of a subscription is ${came}, not its acknowledgement`;
    return [finding(what, at(""), { expected: ACKNOWLEDGED, actual: came })];
  }
  const findings: Finding[] = [];
  const params = first.message["params"];
  const granted = isObject(params) ? params["notifications"] : undefined;
  const named = subscriptionId(first.message);
  if (named !== id) {
    const what = `The acknowledgement carries the subscription id ${shown(named)}, not that of the request`;
    const place = at("/params/_meta/io.modelcontextprotocol~1subscriptionId");
    findings.push(finding(what, place, { expected: shown(id), actual: shown(named) }));
  }
  if (!isObject(granted)) {
    const what = "The acknowledgement does not say which notifications it grants";
    findings.push(
      finding(what, at("/params/notifications"), { expected: "an object notifications", actual: shown(granted) }),
    );
  }
  return findings;
}

const rule: Rule = {
  id: "lifecycle-subscriptions-listen",
  category: "lifecycle",
  profile: "core",
  title: "subscriptions/listen is acknowledged first",
  why: "Until the acknowledgement a client does not know whether it is subscribed and to what; changes before it are lost or taken for another subscription's.",
  fix: 'Send notifications/subscriptions/acknowledged as the first message, with the granted filter as notifications and the request\'s id, unchanged, as _meta["io.modelcontextprotocol/subscriptionId"].',
  revisions: {
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/patterns/subscriptions#acknowledgment"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "subscriptions/listen for every declared listChanged and, with subscribe, one listed uri. The first message of the subscription is awaited for up to 10 s; then it is cancelled. Comments, empty events and messages of others are passed over.",
        pass: "The first message is the acknowledgement, with an object notifications and the request's id as subscription id, type included.",
        fail: "Another notification of the subscription, or a result, comes first; the acknowledgement lacks its id or notifications; an error or silence although something is declared.",
        skip: "Skipped when nothing is declared and listen is refused. Not evaluable on -32603 (no capacity), when somebody else answers, or when an open stream of a remote host stays silent: a proxy may hold it back.",
      },
      uses: { listening },
      judge: (facts) => judge(facts.listening),
    }),
  },
};

export default rule;
