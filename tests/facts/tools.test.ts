import { describe, expect, it } from "vitest";
import { callableTools, safeChoice, safestTools, stringParameters } from "../../src/facts/tools.ts";
import type { JsonObject } from "../../src/model/json.ts";
import type { Revision } from "../../src/model/revision.ts";
import { greeting, recording, run } from "./recordings.ts";

function listing(tools: readonly JsonObject[], revision: Revision = "2026-07-28", named: readonly string[] = []) {
  return recording(
    revision,
    [
      greeting({ tools: {} }, revision),
      run("tools/list", [{ label: "page 1", method: "tools/list", result: { tools } }], revision),
    ],
    { consent: { tools: named, tokenInQuery: false } },
  );
}

function tool(
  name: string,
  annotations?: JsonObject,
  inputSchema: JsonObject = { type: "object" },
  more: JsonObject = {},
): JsonObject {
  return { name, inputSchema, ...(annotations === undefined ? {} : { annotations }), ...more };
}

const READS = { readOnlyHint: true, openWorldHint: false };

describe("the safest tools", () => {
  const all = [
    tool("plain"),
    tool("wipe", { destructiveHint: true }),
    tool("add", { destructiveHint: false }),
    tool("look", READS),
  ];

  it.each([
    ["those that only read", all, "readOnlyHint true", ["look"]],
    ["those that destroy nothing", all.slice(0, 3), "destructiveHint false", ["add"]],
    ["those that say nothing", all.slice(0, 2), "no annotation", ["plain"]],
  ])("are %s", (_name, tools, tier, names) => {
    const choice = safeChoice.of(listing(tools));
    if (choice.state !== "known") throw new Error(choice.reason);
    expect(choice.value.tier).toBe(tier);
    expect(choice.value.tools.map((one) => one.tool.name)).toEqual(names);
    const rest = tools.map((one) => String(one["name"])).filter((name) => !names.includes(name));
    expect([...choice.value.passedOver].sort()).toEqual(rest.sort());
  });

  it("are never those that destroy, unless they are named", () => {
    const wipe = [tool("wipe", { destructiveHint: true })];
    expect(safeChoice.of(listing(wipe)).state).toBe("absent");
    const named = safeChoice.of(listing(wipe, "2026-07-28", ["wipe"]));
    expect(named.state === "known" && named.value.tier).toBe("named by the user");
  });

  it("are of a later tier where the first has none that fits", () => {
    const fit = safestTools(listing(all), (one) => (one.name === "look" ? undefined : {}));
    expect(fit.state === "known" && fit.value.tier).toBe("destructiveHint false");
  });

  it("come closed-world first and slow last", () => {
    const choice = safeChoice.of(
      listing([
        tool("wait_for_job", READS),
        tool("watch", READS, { type: "object", properties: { duration: { type: "number" } } }),
        tool("search", { readOnlyHint: true }),
        tool("now", READS),
      ]),
    );
    expect(choice.state === "known" && choice.value.tools.map((one) => one.tool.name)).toEqual([
      "now",
      "search",
      "wait_for_job",
      "watch",
    ]);
  });
});

describe("tools that can be called", () => {
  function names(recorded: ReturnType<typeof listing>) {
    const known = callableTools.of(recorded);
    return known.state === "known" ? known.value.map((one) => one.name) : known.reason;
  }

  it("are not those that want to be a task", () => {
    const tools = [tool("a"), tool("b", undefined, undefined, { execution: { taskSupport: "required" } })];
    expect(names(listing(tools, "2025-11-25"))).toEqual(["a"]);
    expect(names(listing(tools, "2026-07-28"))).toEqual(["a", "b"]);
  });

  it("are over HTTP not those whose header no client can send", () => {
    const annotated = (schema: JsonObject) => ({ type: "object", properties: { p: schema } });
    const tools = [
      tool("good", undefined, annotated({ type: "string", "x-mcp-header": "Region" })),
      tool("blank", undefined, annotated({ type: "string", "x-mcp-header": "My Region" })),
      tool("fraction", undefined, annotated({ type: "number", "x-mcp-header": "Ratio" })),
      tool("list", undefined, annotated({ type: "array", items: { type: "string", "x-mcp-header": "Item" } })),
      tool("named", undefined, { type: "object", properties: { "x-mcp-header": { type: "string" } } }),
    ];
    expect(names(listing(tools))).toEqual(["good", "named"]);
    const stdio = { ...listing(tools), target: { transport: "stdio", name: "server", headerNames: [] } as const };
    expect(names(stdio)).toHaveLength(5);
    expect(names(listing(tools, "2025-11-25"))).toHaveLength(5);
  });
});

describe("string parameters", () => {
  it("are those that take any text, required ones first", () => {
    const inputSchema: JsonObject = {
      type: "object",
      properties: {
        a: { type: "string" },
        b: { type: "string", enum: ["x"] },
        c: { anyOf: [{ type: "string" }, { type: "null" }] },
        d: { type: "integer" },
        e: { type: ["string", "null"] },
        f: { $ref: "#/$defs/text" },
        g: { $ref: "#/$defs/none" },
      },
      required: ["f"],
      $defs: { text: { type: "string" } },
    };
    const known = callableTools.of(listing([tool("t", undefined, inputSchema)]));
    if (known.state !== "known" || known.value[0] === undefined) throw new Error("no tool");
    expect(stringParameters(known.value[0])).toEqual(["f", "a", "c", "e"]);
  });
});
