import { asking, toldTools, toolOf } from "../../client-facts/facts.ts";
import type { Asked } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { decodeHeaderValue, headerValues, type ParamHeader, paramHeaders } from "../../protocol/headers.ts";
import { heard, shown } from "../rule.ts";

const calls = asking("tools/call");

interface Annotated {
  readonly one: Asked;
  readonly params: readonly ParamHeader[];
}

/** Calls of tools with x-mcp-header, by a client that was told of them before. */
const annotated = fact<readonly Annotated[]>("calls of tools with x-mcp-header", [calls, toldTools], (recording) => {
  const called = calls.of(recording);
  if (called.state !== "known") return called;
  const tools = toldTools.of(recording);
  if (tools.state !== "known") return tools;
  const list = called.value.flatMap((one): Annotated[] => {
    const params = paramHeaders(toolOf(one, tools.value)?.["inputSchema"] ?? null);
    return one.exchange.sent?.kind === "http" && params.length > 0 ? [{ one, params }] : [];
  });
  return list.length === 0 ? absent("The client called no tool that has x-mcp-header") : known(list);
});

function judge({ all }: { readonly all: readonly Annotated[] }): readonly Finding[] {
  return all.flatMap(({ one, params }) => params.flatMap((param) => faults(one, param)));
}

function faults(one: Asked, { path, name }: ParamHeader): readonly Finding[] {
  const { sent } = one.exchange;
  let value: Json | undefined = isObject(one.params) ? one.params["arguments"] : undefined;
  for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  const header = `Mcp-Param-${name}`;
  const values = sent?.kind === "http" ? headerValues(sent.headers, header) : [];
  const say = (message: string, expected: string) => [
    finding(message, one.exchange.id, {
      expected,
      actual: values.length === 0 ? "no such header" : shown(values.join(", ")),
    }),
  ];
  if (value === undefined || value === null) {
    return values.length === 0
      ? []
      : say(`${header} is there though the argument ${path.join(".")} is not`, "no such header");
  }
  if (typeof value === "object") return [];
  if (values.length === 0) return say(`${header} is missing`, `${header} for ${shown(value)}`);
  if (values.some((raw) => /[^\t\x20-\x7e]/.test(raw)))
    return say(`${header} holds characters that have to be encoded`, `${header} for ${shown(value)}`);
  const decoded = values.length === 1 ? decodeHeaderValue(values[0] ?? "") : undefined;
  const same =
    typeof value === "number"
      ? decoded !== undefined && decoded !== "" && Number(decoded) === value
      : decoded === String(value);
  return same ? [] : say(`${header} does not carry the argument ${path.join(".")}`, `${header} for ${shown(value)}`);
}

const rule: Rule = {
  id: "client-param-headers",
  category: "transport",
  profile: "core",
  title: "Arguments with x-mcp-header also go as headers",
  why: "Gateways route by them; a server refuses a call whose header is missing or differs from its argument, as it must.",
  fix: "For each annotated property of the tool's inputSchema whose argument is there and not null send Mcp-Param-<name>: strings as they are, integers in decimals, true or false; what no header can carry as =?base64?...?=.",
  revisions: {
    "2026-07-28": heard({
      level: "MUST",
      clauses: [
        "basic/transports/streamable-http#custom-headers-from-tool-parameters",
        "basic/transports/streamable-http#value-encoding",
        "basic/transports/streamable-http#client-behavior",
        "basic/transports/streamable-http#server-behavior-for-custom-headers",
      ],
      transports: ["http"],
      fail: "The header is missing, is there for an absent or null argument, stands twice, or its value differs.",
      skip: "The client called no tool with x-mcp-header, or had not listed the tools before: then it could not know.",
      uses: { all: annotated },
      judge,
    }),
  },
};

export default rule;
