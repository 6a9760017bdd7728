import { conversations } from "../../client-facts/facts.ts";
import type { Asked, Conversation } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { decodeHeaderValue, headerValues } from "../../protocol/headers.ts";
import { heard, shown } from "../rule.ts";

const NAMED: { readonly [method: string]: string } = {
  "tools/call": "name",
  "prompts/get": "name",
  "resources/read": "uri",
  "tasks/get": "taskId",
  "tasks/update": "taskId",
  "tasks/cancel": "taskId",
};

interface Named {
  readonly one: Asked;
  readonly value: string;
}

const named = fact<readonly Named[]>("requests that name something", [conversations], (recording) => {
  const all = conversations.of(recording);
  if (all.state !== "known") return all;
  const list = all.value
    .flatMap((one: Conversation) => one.requests)
    .flatMap((one): Named[] => {
      const member = Object.hasOwn(NAMED, one.method) ? NAMED[one.method] : undefined;
      const value = member !== undefined && isObject(one.params) ? one.params[member] : undefined;
      return one.exchange.sent?.kind === "http" && typeof value === "string" ? [{ one, value }] : [];
    });
  return list.length === 0
    ? absent("The client called no tool, got no prompt and read no resource over HTTP")
    : known(list);
});

function judge({ all }: { readonly all: readonly Named[] }): readonly Finding[] {
  return all.flatMap(({ one, value }) => {
    const { sent } = one.exchange;
    const [raw, ...more] = sent?.kind === "http" ? headerValues(sent.headers, "Mcp-Name") : [];
    const say = (message: string, actual: string) => [
      finding(message, one.exchange.id, { expected: `Mcp-Name for ${shown(value)}`, actual }),
    ];
    if (raw === undefined) return say(`${one.method} has no Mcp-Name`, "no such header");
    if (more.length > 0) return say(`${one.method} has Mcp-Name more than once`, shown([raw, ...more].join(", ")));
    if (/[^\t\x20-\x7e]/.test(raw)) return say("Mcp-Name holds characters that have to be encoded", shown(raw));
    const decoded = decodeHeaderValue(raw);
    if (decoded === undefined) return say("Mcp-Name holds what is no Base64 of UTF-8", shown(raw));
    return decoded === value ? [] : say("Mcp-Name differs from the body", shown(raw));
  });
}

const rule: Rule = {
  id: "client-mcp-name",
  category: "transport",
  profile: "core",
  title: "Mcp-Name repeats the name or URI of calls, prompts and reads",
  why: "Gateways route and meter by it; a server refuses a request where it is missing or differs, as it must.",
  fix: "Send params.name (tools/call, prompts/get), params.uri (resources/read) or params.taskId (tasks/...) as Mcp-Name; what is no plain ASCII, has blanks at its ends or looks encoded goes as =?base64?...?=.",
  revisions: {
    "2026-07-28": heard({
      level: "MUST",
      clauses: [
        "basic/transports/streamable-http#standard-request-headers",
        "basic/transports/streamable-http#value-encoding",
      ],
      transports: ["http"],
      fail: "One of these requests without the header, with two, with another value, or with a value that had to be encoded and is not.",
      skip: "The client called no tool, got no prompt and read no resource over HTTP.",
      uses: { all: named },
      judge,
    }),
  },
};

export default rule;
