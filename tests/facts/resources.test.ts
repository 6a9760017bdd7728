import { describe, expect, it } from "vitest";
import { below, missingBelow, missingReads, neighbour } from "../../src/facts/missing.ts";
import { readable } from "../../src/facts/resources.ts";
import type { JsonObject } from "../../src/model/json.ts";
import { greeting, recording, run, type Said } from "./recordings.ts";

const hints = { ttlMs: 0, cacheScope: "public" };

function listing(resources: readonly JsonObject[], templates: Partial<Said>, asks: readonly Said[] = []) {
  return recording("2026-07-28", [
    greeting({ resources: {} }, "2026-07-28"),
    run("resources/list", [{ label: "page 1", method: "resources/list", result: { resources, ...hints } }]),
    run("resources/templates", [{ label: "page 1", method: "resources/templates/list", ...templates }]),
    run("resources/missing", asks),
  ]);
}

function offering(...templates: readonly string[]): Partial<Said> {
  return { result: { resourceTemplates: templates.map((uriTemplate) => ({ uriTemplate, name: "t" })), ...hints } };
}

const NO_METHOD: Partial<Said> = { error: { code: -32601, message: "Method not found" } };

describe("readable resources", () => {
  it("come by size, each once, those of unknown size after the small", () => {
    const all = [
      { uri: "a:big", size: 5_000_000 },
      { uri: "a:unknown" },
      { uri: "a:small", size: 3 },
      { uri: "a:small", size: 3 },
      { name: "no uri" },
    ];
    const known = readable(listing(all, offering()), 3);
    expect(known.state === "known" && known.value).toEqual(["a:small", "a:unknown", "a:big"]);
  });
});

describe("a neighbour of a listed resource", () => {
  it.each<[string, string, Partial<Said>, string | undefined]>([
    ["file:///a/b.txt", "another last segment", offering(), "file:///a/WORD"],
    ["note:today", "what follows the scheme", NO_METHOD, "note:WORD"],
    ["memo://notes/today?x=1", "the query kept", offering(), "memo://notes/WORD?x=1"],
    ["memo://host", "none where there is no path", offering(), undefined],
    ["https://example.com/a", "none of the web", offering(), undefined],
    ["memo://notes/today", "none where a template stands for it", offering("memo://notes/{name}"), undefined],
    ["memo://notes/today", "none where templates were not seen", { status: 500 }, undefined],
    ["memo://notes/today", "one where templates are elsewhere", offering("memo://years/{year}"), "memo://notes/WORD"],
  ])("of %s: %s", (uri, _name, templates, expected) => {
    expect(neighbour(listing([{ uri }], templates), "WORD")).toBe(expected);
  });
});

describe("a resource that is not there", () => {
  function outcomes(...asks: readonly Partial<Said>[]) {
    const said = asks.map(
      (one): Said => ({ label: "unknown scheme", method: "resources/read", params: { uri: "x:y" }, ...one }),
    );
    const known = missingReads.of(listing([{ uri: "a:b" }], NO_METHOD, said));
    return known.state === "known" ? known.value.map((one) => one.outcome.kind) : known.reason;
  }
  const contents = (uri: string) => ({ result: { resultType: "complete", contents: [{ uri, text: "" }] } });

  it.each<[string, Partial<Said>]>([
    ["refused", { error: { code: -32602, message: "no" }, status: 404 }],
    ["other-code", { error: { code: -32002, message: "no" } }],
    ["empty", { result: { contents: [] } }],
    ["empty", { result: {} }],
    ["another", contents("a:b")],
  ])("is %s", (kind, answer) => {
    expect(outcomes(answer)).toEqual([kind]);
  });

  it("is unknown where each answer says nothing", () => {
    expect(outcomes(contents("x:y"))).toBe("the server serves resources whose URI was made up");
    expect(outcomes({ status: 404 })).toContain("HTTP 404");
    expect(outcomes({ error: { code: -32021, message: "no" } })).toContain("-32021");
    expect(outcomes(contents("x:y"), { error: { code: -32602, message: "no" } })).toEqual(["unclear", "refused"]);
  });
});

describe("what lies below a listed resource (2025-11-25)", () => {
  function legacy(resources: readonly JsonObject[], templates: Partial<Said>, asks: readonly Said[] = []) {
    const revision = "2025-11-25";
    return recording(revision, [
      greeting({ resources: {} }, revision),
      run("resources/list", [{ label: "page 1", method: "resources/list", result: { resources } }], revision),
      run(
        "resources/templates",
        [
          { label: "control", method: "ping", result: {} },
          { label: "page 1", method: "resources/templates/list", ...templates },
        ],
        revision,
      ),
      run("resources/missing", asks, revision),
    ]);
  }

  it("is made of the first that no template stands for", () => {
    const made = below(legacy([{ uri: "https://a/b" }, { uri: "memo://x/y/" }], NO_METHOD), "w");
    expect(made).toEqual({ state: "known", value: { uri: "memo://x/y/", made: "memo://x/y/none-w" } });
    expect(below(legacy([{ uri: "memo://x/y" }], offering("memo://{+path}")), "w").state).toBe("absent");
    expect(below(legacy([{ uri: "memo://x/y" }], { status: 500 }), "w").state).toBe("unknown");
  });

  it("counts only where the listed one was read", () => {
    const asks = (control: Partial<Said>): readonly Said[] => [
      { label: "control", method: "resources/read", params: { uri: "a:b" }, ...control },
      {
        label: "unknown below",
        method: "resources/read",
        params: { uri: "a:b/none" },
        error: { code: -32002, message: "no" },
      },
    ];
    const read = missingBelow.of(legacy([{ uri: "a:b" }], NO_METHOD, asks({ result: { contents: [] } })));
    expect(read.state === "known" && read.value.outcome.kind).toBe("refused");
    expect(missingBelow.of(legacy([{ uri: "a:b" }], NO_METHOD, asks({ status: 500 }))).state).toBe("unknown");
  });
});
