import { describe, expect, it } from "vitest";
import type { Json } from "../../src/model/json.ts";
import type { Report } from "../../src/model/mod.ts";
import { REVISIONS } from "../../src/model/revision.ts";
import { MEMORY_TARGETS, runInMemory } from "../support/matrix.ts";
import { answering, mutant, TOKEN, telling, WITH_TOKEN } from "../support/mutate.ts";
import { everyFormat, expectHarmless } from "./harmless.ts";
import { junitProblems } from "./readers.ts";
import { HOSTILE } from "./sample.ts";

/** Words of the protocol: with these changed nothing else of a server would be looked at. */
const KEPT = new Set([
  "jsonrpc",
  "id",
  "protocolVersion",
  "supportedVersions",
  "method",
  "type",
  "resultType",
  "nextCursor",
]);

const TEXTS = [HOSTILE, "[x](javascript:alert(1)) ![](http://evil.example/p.png) http://evil.example | ``` </details>"];

/** A server that says a text wherever it says any; `also` says whether member names and the protocol's words are too. */
function saying(text: string, also: "names" | "values") {
  const poison = (value: Json, key = ""): Json => {
    if (typeof value === "string")
      return KEPT.has(key) && also === "values" ? value : key === "jsonrpc" ? value : value + text;
    if (Array.isArray(value)) return value.map((one) => poison(one, key));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value).map(
      ([name, one]) => [name, name === "id" ? one : poison(one, name)] as const,
    );
    return Object.fromEntries(also === "names" ? [...members, [text, text] as const] : members);
  };
  return mutant(
    { name: "hostile", revisions: REVISIONS },
    answering("*", (message) => poison(message)),
    telling((message) => poison(message)),
  );
}

const HTTP = { ...MEMORY_TARGETS.http, headers: WITH_TOKEN.headers } as typeof MEMORY_TARGETS.http;

describe.each(REVISIONS)("a hostile server of %s", (revision) => {
  it.each([
    ["values", "http"],
    ["names", "http"],
    ["values", "stdio"],
  ] as const)("in its %s, over %s, harms nobody who reads a report of it", async (also, transport) => {
    const server = saying(TEXTS.join(" "), also).server(revision);
    const { report } = await runInMemory(server, revision, transport);
    expect(report.reached).toBe(true);
    expectHarmless(report);
    expect(await junitProblems(everyFormat(report).junit)).toEqual([]);
    // The texts did arrive: a test of a server that said nothing would prove nothing.
    expect(everyText(report)).toContain("javascript:alert(1)");
  });

  it("cannot bring the user's credential into a report", async () => {
    const server = saying(` ${TOKEN} `, "names").server(revision);
    const { report } = await runInMemory(server, revision, "http", { target: HTTP });
    expect(report.tests.some((test) => test.outcome === "fail")).toBe(true);
    for (const [name, text] of Object.entries(everyFormat(report))) expect(text.includes(TOKEN), name).toBe(false);
  });
});

function everyText(report: Report): string {
  return JSON.stringify(report);
}
