import { expect, test } from "vitest";
import { checkLayers } from "../../scripts/check-layers.ts";
import { ROOT } from "../../scripts/files.ts";
import { project } from "./project.ts";

function messages(files: { readonly [path: string]: string }): readonly string[] {
  return checkLayers(project(files)).map((one) => `${one.file}:${one.line} ${one.message}`);
}

function one(path: string, text: string): readonly string[] {
  return messages({ [path]: text });
}

test("this project keeps its layers", () => {
  expect(checkLayers(ROOT)).toEqual([]);
});

test.each([
  ["src/model/a.ts", 'import { x } from "../protocol/jsonrpc.ts";', "model may not import protocol"],
  ["src/protocol/a.ts", 'import { x } from "../facts/tools.ts";', "protocol may not import facts"],
  ["src/facts/a.ts", 'export { x } from "../probes/tools/list.ts";', "facts may not import probes"],
  ["src/facts/a.ts", 'export * from "../engine/plan.ts";', "facts may not import engine"],
  ["src/report/a.ts", 'import type { X } from "../protocol/jsonrpc.ts";', "report may not import protocol"],
  ["src/report/a.ts", 'type X = import("../engine/plan.ts").Plan;', "report may not import engine"],
  ["src/wire/a.ts", 'import { x } from "../runtime/args.ts";', "wire may not import runtime"],
  ["src/wire/a.ts", 'import { x } from "../facts/tools.ts";', "wire may not import facts"],
  ["src/runtime/a.ts", 'import { x } from "../engine/plan.ts";', "runtime may not import engine"],
  ["src/engine/a.ts", 'import { PROBES } from "../probes/mod.ts";', "engine may not import probes"],
  ["src/engine/a.ts", 'import { x } from "../facts/tools.ts";', "engine may not import facts"],
  ["src/engine/a.ts", 'import { readFile } from "node:fs";', "engine may not import node:fs"],
  ["src/load/a.ts", 'import http from "http";', "load may not import http"],
  ["src/reference/a.ts", 'import { x } from "../engine/plan.ts";', "reference may not import engine"],
  ["src/cli/a.ts", 'import { x } from "../wire/stdio.ts";', "cli may not import wire"],
  ["src/cli/a.ts", 'const x = await import("../wire/stdio.ts");', "cli may not import wire"],
  ["src/main.ts", 'import { x } from "./engine/plan.ts";', "main may not import engine"],
  ["mod.ts", 'export * from "./src/wire/stdio.ts";', "mod may not import wire"],
  ["src/cli/a.ts", 'import { x } from "left-pad/index.js";', "cli may not import the package left-pad"],
  ["src/model/a.ts", 'import { z } from "@scope/zod/mini";', "model may not import the package @scope/zod"],
  ["src/cli/a.ts", "const x = await import(name);", "cli imports what it computes"],
  ["src/cli/a.ts", 'const x = require("../wire/stdio.ts");', "cli may not import wire"],
  ["src/cli/a.ts", 'import { x } from "../../../elsewhere.ts";', "leaves the project"],
  ["src/attic/a.ts", "export const x = 1;", "src/attic is in no row"],
])("%s: %s", (path, text, message) => {
  const found = one(path, `\n${text}`);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(message);
  if (!message.includes("no row")) expect(found[0]).toContain(`${path}:2 `);
});

test("what the table allows passes", () => {
  expect(
    messages({
      "mod.ts": 'export { run } from "./src/suite.ts"; export type { Report } from "./src/model/mod.ts";',
      "src/main.ts": 'import "./cli/run.ts"; import "./runtime/args.ts";',
      "src/suite.ts": 'import "./engine/plan.ts"; import "./wire/stdio.ts"; import "./rules/mod.ts";',
      "src/cli/run.ts": 'import "../suite.ts"; import "citty"; import "../report/json.ts";',
      "src/engine/plan.ts": 'import type { X } from "../wire/wire.ts"; import "../protocol/sse.ts"; setTimeout(f, 1);',
      "src/facts/tools.ts": 'import "./lists.ts"; import "../protocol/sse.ts"; import "../model/mod.ts";',
      "src/protocol/schemas/check.ts": 'import v from "../../../compiled/schemas/a.js";',
      "src/wire/stdio.ts": 'import { spawn } from "node:child_process"; process.exit(); fetch("x");',
      "src/probes/mod.ts": 'import a from "./tools/list.ts";',
      "src/rules/mod.ts": 'import a from "./tools/tools-list.ts"; export * from "./catalogue.ts";',
      "src/rules/tools/tools-list.ts": 'import { tools } from "../../facts/tools.ts";',
    }),
  ).toEqual([]);
});

test("the engine takes the wire as a type only", () => {
  expect(one("src/engine/a.ts", 'import { open } from "../wire/wire.ts";')[0]).toContain("by `import type` only");
  // Such an import still loads the module.
  expect(one("src/engine/a.ts", 'import { type Wire } from "../wire/wire.ts";')[0]).toContain("by `import type` only");
  expect(one("src/engine/a.ts", 'import type { Wire } from "../wire/wire.ts";')).toEqual([]);
});

test("rules and probes import no other of their kind", () => {
  expect(one("src/rules/tools/a.ts", 'import b from "./b.ts";')[0]).toContain("one of rules may not import another");
  expect(one("src/rules/tools/a.ts", 'import b from "../prompts/b.ts";')[0]).toContain("may not import another");
  expect(one("src/rules/tools/a.ts", 'import { RULES } from "../mod.ts";')[0]).toContain("may not import another");
  expect(one("src/probes/walk.ts", 'import b from "./tools/b.ts";')[0]).toContain("may not import another");
  expect(one("src/probes/tools/a.ts", 'import { walk } from "../walk.ts";')).toEqual([]);
  expect(one("src/probes/tools/a.ts", 'import b from "./b.ts";')[0]).toContain("one of probes may not import another");
  expect(one("src/rules/tools/a.ts", 'import b from "../../probes/tools/b.ts";')[0]).toContain("may not import probes");
  expect(one("src/probes/tools/a.ts", 'import b from "../../rules/tools/b.ts";')[0]).toContain("may not import rules");
});

test.each([
  ["const t = Date.now();", "Date.now"],
  ["const t = new Date();", "Date without a moment"],
  ["const t = new Date;", "Date without a moment"],
  ["const t = Date();", "Date without a moment"],
  ["const D = Date;", "Date without a moment"],
  ["const t = Date['now']();", "Date without a moment"],
  ["const r = Math.random();", "Math.random"],
  ["const { random } = Math;", "Math.random"],
  ["const r = Math['random']();", "Math.random"],
  ["const s = AbortSignal.timeout(5);", "AbortSignal.timeout"],
  ["export const get = (url: string) => fetch(url);", "fetch"],
  ["export const world = { fetch };", "fetch"],
  ["export const get = globalThis.fetch;", "globalThis"],
  ["setTimeout(() => {}, 1);", "setTimeout"],
  ["const t = performance.now();", "performance"],
  ["const id = crypto.randomUUID();", "crypto"],
  ["console.log(1);", "console"],
  ["const e = process.env;", "process"],
  ["const v = typeof Deno;", "Deno"],
  ["const v = Bun.version;", "Bun"],
  ["const b = Buffer.from('x');", "Buffer"],
  ["const here = import.meta.url;", "import.meta"],
  ["export function f(now = Date.now()) { return now; }", "Date.now"],
  ["class A { at = Date.now(); }", "Date.now"],
])("a pure module may not: %s", (text, what) => {
  for (const layer of ["model", "protocol", "facts", "report", "reference", "rules/tools", "probes/tools"]) {
    const found = one(`src/${layer}/a.ts`, text);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(`:1 ${what} reaches the world`);
  }
  expect(one("src/wire/a.ts", text)).toEqual([]);
});

test("names that only look like the world are none of it", () => {
  const text = `
    // fetch(url), Date.now(), process.env, console.log
    /* Math.random() */
    const text = "fetch Date.now() process";
    const pattern = /process/;
    const inner = \`console.log(\${text})\`;
    interface Kit { fetch(url: string): void; process: number; random(low: number): number }
    type Fetch = typeof fetch;
    type Moment = Date;
    export function f(kit: Kit, console: string, process: readonly string[]): unknown {
      const { fetch } = kit;
      const setTimeout = 5;
      fetch(console);
      kit.fetch(process.join());
      return { process: 1, fetch, setTimeout, at: kit.process, random: kit.random(1), performance: pattern };
    }
    export const day = (ms: number, other: unknown) =>
      other instanceof Date ? Math.floor(ms) : new Date(ms).toISOString() + Date.parse(inner) + Date.UTC(2026, 1);
    export const encoder = new TextEncoder();
    export const url = new URL("http://localhost/");
    export class Fault extends Error {}
  `;
  expect(one("src/facts/a.ts", text)).toEqual([]);
});

test("of load, only the named files are pure", () => {
  const text = "export const now = () => Date.now();";
  expect(one("src/load/histogram.ts", text)).toHaveLength(1);
  expect(one("src/load/arrivals.ts", text)).toHaveLength(1);
  expect(one("src/load/summary.ts", text)).toHaveLength(1);
  expect(one("src/load/drive.ts", text)).toEqual([]);
});
