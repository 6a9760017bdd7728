/** The package as a consumer has it: its types under strict and nodenext, what it exports, and the README's examples. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../scripts/bundle.ts";
import { emitTypes } from "../../scripts/emit-types.ts";
import { type Listening, listenHttp } from "../../src/runtime/serve-http.ts";
import { reference } from "../support/reference.ts";
import { stdioTarget } from "../support/stdio-target.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const HERE = join(ROOT, "tests/api");
const EXAMPLES = readdirSync(join(HERE, "examples")).sort();

let folder: string;
let listening: Listening;
const server = reference("2026-07-28");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mcp-compliance-consumer-"));
  const installed = join(folder, "node_modules/mcp-compliance");
  const files = await bundle({ mod: "mod.ts" }, join(installed, "compiled/npm"));
  for (const file of files.outputFiles) {
    mkdirSync(dirname(file.path), { recursive: true });
    writeFileSync(file.path, file.contents);
  }
  emitTypes(join(installed, "compiled/npm/types"));
  cpSync(join(ROOT, "package.json"), join(installed, "package.json"));
  cpSync(join(ROOT, "schemas"), join(installed, "schemas"), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module", private: true }));
  cpSync(join(HERE, "consumer.ts"), join(folder, "consumer.ts"));
  cpSync(join(HERE, "examples"), join(folder, "examples"), { recursive: true });
  listening = await listenHttp(server.http);
}, 120_000);

afterAll(async () => {
  server.close();
  await listening.close();
  rmSync(folder, { recursive: true, force: true });
});

function run(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number; out: string }> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 1 << 26 };
    execFile(process.execPath, [...args], options, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out: stdout + stderr });
    });
  });
}

async function compile(files: readonly string[], more: object): Promise<{ code: number; out: string }> {
  const compilerOptions = { module: "nodenext", target: "es2022", noEmit: true, ...more };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  return await run([join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "tsconfig.json", "--pretty", "false"]);
}

describe("the types", () => {
  it("compile under the strictest options and nodenext, without any other types", { timeout: 60_000 }, async () => {
    const strictest = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noPropertyAccessFromIndexSignature: true,
      verbatimModuleSyntax: true,
      skipLibCheck: false,
      types: [],
    };
    // Those that use Node's own modules need its types; all are compiled with the project as well.
    const plain = EXAMPLES.filter(
      (name) => !/process\.env|node:/.test(readFileSync(join(HERE, "examples", name), "utf8")),
    );
    expect(plain.length).toBeGreaterThan(3);
    expect(await compile(["consumer.ts", ...plain.map((name) => `examples/${name}`)], strictest)).toEqual({
      code: 0,
      out: "",
    });
  });

  it.each([
    ["esnext", "bundler"],
    // What tsc takes by itself with CommonJS, and knows no "exports".
    ["esnext", "node10"],
  ])("are found with module %s and moduleResolution %s", { timeout: 60_000 }, async (module, moduleResolution) => {
    const ran = await compile(["consumer.ts"], { module, moduleResolution, strict: true, types: [] });
    expect(ran).toEqual({ code: 0, out: "" });
  });

  it("say of CommonJS how it can be imported there", { timeout: 60_000 }, async () => {
    writeFileSync(join(folder, "wrong.cts"), 'import { judge } from "mcp-compliance";\nexport const x = judge;\n');
    writeFileSync(join(folder, "right.cts"), 'export const x = import("mcp-compliance").then(({ judge }) => judge);\n');
    const options = { module: "node16", moduleResolution: "node16", strict: true, types: [] };
    expect((await compile(["wrong.cts"], options)).out).toContain("dynamic 'import(\"mcp-compliance\")' call");
    expect(await compile(["right.cts"], options)).toEqual({ code: 0, out: "" });
  });
});

describe("the exports", () => {
  it("are these and no others", async () => {
    const code =
      'const all = await import("mcp-compliance"); console.log(JSON.stringify(Object.keys(all).sort()));' +
      'console.log(import.meta.resolve("mcp-compliance/schemas/report.v1.json").startsWith("file:"));' +
      'await import("mcp-compliance/src/api.ts").catch(({ code }) => console.log(code));';
    const { out } = await run(["--input-type=module", "-e", code]);
    expect(out.trim().split("\n")).toEqual([
      JSON.stringify([
        "SUPPORTED_SPEC_VERSIONS",
        "TEST_DEFINITIONS",
        "TOOL_VERSION",
        "gather",
        "getTestDefinitions",
        "judge",
        "report",
        "runComplianceSuite",
        "specBaseFor",
      ]),
      "true",
      "ERR_PACKAGE_PATH_NOT_EXPORTED",
    ]);
  });
});

describe("an error that nobody catches", () => {
  it("is shown without the whole bundle", async () => {
    const code = 'import { runComplianceSuite } from "mcp-compliance"; await runComplianceSuite("nothing");';
    const { code: exit, out } = await run(["--input-type=module", "-e", code]);
    expect(exit).toBe(1);
    expect(out).toContain("TypeError: 'target' must be an http:// or https:// URL");
    expect(Math.max(...out.split("\n").map((line) => line.length))).toBeLessThan(400);
  });
});

async function example(name: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  return await runSource(name, readFileSync(join(HERE, "examples", name), "utf8"), env);
}

/** Runs an example as it is, but for the server that it names. */
async function runSource(name: string, text: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const { command, args } = stdioTarget("2025-11-25");
  const source = text
    .replaceAll(/https:\/\/example\.com\/mcp|http:\/\/localhost:3001\/mcp/g, listening.url)
    .replace('command: "node"', `command: ${JSON.stringify(command)}`)
    .replace('args: ["./server.js"]', `args: ${JSON.stringify(args)}, cwd: ${JSON.stringify(ROOT)}`);
  const { code } = await transform(source, { loader: "ts", format: "esm" });
  const file = join(folder, basename(name, ".ts") + ".mjs");
  writeFileSync(file, code);
  const ran = await run([file], env);
  expect(ran, ran.out).toMatchObject({ code: 0 });
  return ran.out;
}

describe("the examples", () => {
  it("grade.ts", async () => {
    expect(await example("grade.ts")).toBe("Grade A (100) by MCP 2026-07-28\n");
  });

  it("options.ts", async () => {
    expect(await example("options.ts", { MCP_TOKEN: "abc" })).toBe("2026-07-28 A\n");
  });

  it("stdio.ts", { timeout: 120_000 }, async () => {
    expect(await example("stdio.ts")).toMatch(/^mcp-compliance-reference A \{/);
  });

  it("live.ts", async () => {
    const events = (await example("live.ts"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.map((one) => one.id)).toContain("tools-list");
    expect(new Set(events.map((one) => one.outcome))).toEqual(new Set(["pass"]));
  });

  it("record.ts", async () => {
    expect(await example("record.ts")).toContain("## MCP compliance: grade A");
    expect(readFileSync(join(folder, "report.html"), "utf8")).toMatch(/^<!doctype html>/i);
  });

  it("catalogue.ts", async () => {
    const [first, second, third] = (await example("catalogue.ts")).trim().split("\n");
    expect(first).toMatch(/^2025-11-25: 88 checks, \d+ required of every server, https:.*\/2025-11-25$/);
    expect(second).toMatch(/^2026-07-28: 103 checks, \d+ required of every server, https:.*\/2026-07-28$/);
    expect(third).toMatch(/^transport-post https:\/\/modelcontextprotocol\.io\/specification\/2025-11-25\//);
  });

  it("that the README shows", async () => {
    const blocks = [...readFileSync(join(ROOT, "README.md"), "utf8").matchAll(/^```ts\n([\s\S]*?)^```/gm)];
    expect(blocks.length).toBeGreaterThan(0);
    for (const [, text = ""] of blocks) {
      // Grade and score; no check failed.
      expect(await runSource("readme.ts", text)).toBe("A 100\n");
      writeFileSync(join(folder, "readme.ts"), text);
      const options = { strict: true, lib: ["es2023", "dom"], types: [] };
      expect(await compile(["readme.ts"], options)).toEqual({ code: 0, out: "" });
    }
  }, 60_000);

  it("are all run here", () => {
    expect(EXAMPLES).toEqual(["catalogue.ts", "grade.ts", "live.ts", "options.ts", "record.ts", "stdio.ts"]);
  });
});
