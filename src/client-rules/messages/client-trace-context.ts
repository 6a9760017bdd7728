import { requests } from "../../client-facts/facts.ts";
import { type Asked, at, metaOf } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import type { Json } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

/** W3C Trace Context, 3.2.2: version ff is forbidden, and so are ids of zeros; later versions may go on after a hyphen. */
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?$/;
const KEY =
  "(?:[a-z0-9][a-z0-9_\\-*/]{0,240}@[a-z][a-z0-9_\\-*/]{0,13}|[a-z][a-z0-9_\\-*/]{0,255}|[a-z0-9][a-z0-9_\\-*/]{0,255})";
const MEMBER = new RegExp(`^${KEY}=[\\x20-\\x2b\\x2d-\\x3c\\x3e-\\x7e]{0,255}[\\x21-\\x2b\\x2d-\\x3c\\x3e-\\x7e]$`);
const BAGGAGE =
  /^[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \t]*=[ \t]*[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*(?:[ \t]*;[^,]*)?$/;

function isSound(key: string, value: Json): boolean {
  if (typeof value !== "string") return false;
  const members = value.split(",").map((one) => one.replace(/^[ \t]+|[ \t]+$/g, ""));
  if (key === "traceparent") return TRACEPARENT.test(value) && (!value.startsWith("00") || value.length === 55);
  if (key === "tracestate") return members.length <= 32 && members.every((one) => one === "" || MEMBER.test(one));
  return members.every((one) => BAGGAGE.test(one));
}

const NAMES = ["traceparent", "tracestate", "baggage"] as const;

interface Traced {
  readonly one: Asked;
  readonly key: string;
  readonly value: Json;
}

const traced = fact<readonly Traced[]>("trace context", [requests], (recording) => {
  const all = requests.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.flatMap((one) =>
    NAMES.flatMap((key) => {
      const value = metaOf(one.params)?.[key];
      return value === undefined ? [] : [{ one, key, value }];
    }),
  );
  return list.length === 0 ? absent("The client sent no trace context") : known(list);
});

function judge({ all }: { readonly all: readonly Traced[] }): readonly Finding[] {
  return all
    .filter(({ key, value }) => !isSound(key, value))
    .map(({ one, key, value }) =>
      finding(`${key} of ${one.method} is not in the W3C's format`, at(one, `/params/_meta/${key}`), {
        expected: key === "traceparent" ? "00-<32 hex digits>-<16 hex digits>-<2 hex digits>" : `the format of ${key}`,
        actual: shown(value),
      }),
    );
}

const rule: Rule = {
  id: "client-trace-context",
  category: "schema",
  profile: "core",
  title: "Trace context is in the W3C's formats",
  why: "A tracer throws a value away that it cannot read, and the trace falls apart.",
  fix: "Take traceparent, tracestate and baggage from the tracing library as they are.",
  revisions: {
    "2026-07-28": heard({
      level: "MUST",
      clauses: ["basic/index#_meta"],
      fail: "A traceparent, tracestate or baggage in _meta in another format.",
      skip: "The client sent no trace context.",
      uses: { all: traced },
      judge,
    }),
  },
};

export default rule;
