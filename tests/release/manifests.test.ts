import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Ajv } from "ajv";
import { afterAll, beforeAll, expect, test } from "vitest";
import { packagesIn } from "../../scripts/bundle.ts";
import { ROOT } from "../../scripts/files.ts";
import { aboutProject } from "../../scripts/release/about.ts";
import { formula } from "../../scripts/release/homebrew.ts";
import { writeSbom } from "../../scripts/release/sbom.ts";
import { scoopManifest } from "../../scripts/release/scoop.ts";
import { addSums, readSums, type Sums, writeSums } from "../../scripts/release/sums.ts";
import { BUN_TARGETS, executableName } from "../../scripts/release/targets.ts";
import { TOOL_VERSION } from "../../src/version.ts";
import { built, HERE } from "../support/built.ts";
import schema from "./scoop.schema.json" with { type: "json" };

const REPOSITORY = "https://github.com/example/mcp-compliance";
const about = aboutProject(REPOSITORY);

let folder: string;
let sums: Sums;
/** What is summed are the files themselves: here they say their names. */
const sumOf = (name: string): string => createHash("sha256").update(`I am ${name}`).digest("hex");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "manifests-"));
  for (const { name } of BUN_TARGETS) writeFileSync(join(folder, executableName(name)), `I am ${executableName(name)}`);
  mkdirSync(join(folder, "npm"));
  writeFileSync(join(folder, "notes.txt"), "no part of the release");
  sums = await writeSums(folder);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("SHA256SUMS names every file of the release, as sha256sum reads it", () => {
  expect([...sums.keys()].sort()).toEqual(BUN_TARGETS.map(({ name }) => executableName(name)).sort());
  for (const [name, sum] of sums) expect(sum).toBe(sumOf(name));
  expect(readSums(join(folder, "SHA256SUMS"))).toEqual(sums);
  if (process.platform === "linux")
    execFileSync("sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"], { cwd: folder });
  const broken = join(folder, "broken");
  writeFileSync(broken, "0123  mcp-compliance-linux-x64\n");
  expect(() => readSums(broken)).toThrow("not a line of sums");
});

test("what is made out of the sums gets one too, also when it was made before", async () => {
  const place = mkdtempSync(join(folder, "again-"));
  for (const name of ["mcp-compliance-linux-x64", "mcp-compliance.rb", "mcp-compliance.cdx.json"]) {
    writeFileSync(join(place, name), `I am ${name}`);
  }
  const first = await writeSums(place, ["mcp-compliance.rb"]);
  expect([...first.keys()]).toEqual(["mcp-compliance-linux-x64", "mcp-compliance.cdx.json"]);
  writeFileSync(join(place, "mcp-compliance.rb"), "I am new");
  const all = await addSums(place, first, ["mcp-compliance.rb"]);
  expect(readSums(join(place, "SHA256SUMS"))).toEqual(all);
  expect(all.get("mcp-compliance.rb")).toBe(createHash("sha256").update("I am new").digest("hex"));
  expect([...readSums(join(place, "SHA256SUMS")).keys()]).toEqual([...all.keys()].sort());
});

test("no manifest is written with a sum that was not computed", () => {
  const fewer = new Map([...sums].filter(([name]) => !name.includes("arm64")));
  expect(() => formula(about, fewer)).toThrow("mcp-compliance-darwin-arm64 is not in SHA256SUMS");
  expect(() => scoopManifest(about, fewer)).toThrow("mcp-compliance-windows-arm64.exe is not in SHA256SUMS");
  const named = [formula(about, sums), scoopManifest(about, sums)].flatMap(
    (text) => text.match(/\b[0-9a-f]{64}\b/g) ?? [],
  );
  expect(named).toHaveLength(6);
  for (const sum of named) expect([...sums.values()]).toContain(sum);
});

test("only the page of a repository is taken for one", () => {
  for (const wrong of [
    "",
    "example/mcp",
    "http://github.com/a/b",
    'https://github.com/a/b"\nsystem "x',
    "https://a/b/c/d",
  ]) {
    expect(() => aboutProject(wrong)).toThrow("--repository");
  }
});

test("the Scoop manifest fits Scoop's schema, and names the files of Windows", () => {
  const manifest = JSON.parse(scoopManifest(about, sums));
  const check = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  expect(check(manifest), JSON.stringify(check.errors)).toBe(true);
  expect(check({ ...manifest, architecture: { "64bit": { ...manifest.architecture["64bit"], hash: "guess" } } })).toBe(
    false,
  );
  expect(manifest.version).toBe(TOOL_VERSION);
  for (const [key, target] of [
    ["64bit", "windows-x64"],
    ["arm64", "windows-arm64"],
  ] as const) {
    const name = executableName(target);
    expect(manifest.architecture[key]).toEqual({
      url: `${REPOSITORY}/releases/download/v${TOOL_VERSION}/${name}#/mcp-compliance.exe`,
      hash: sumOf(name),
    });
    expect(manifest.autoupdate.architecture[key].url.replace("$version", TOOL_VERSION)).toBe(
      manifest.architecture[key].url,
    );
  }
  expect(manifest.bin).toBe("mcp-compliance.exe");
});

test.runIf(HERE !== undefined)(
  "the bill of materials is CycloneDX, and lists what the bundle contains, and Bun",
  { timeout: 120_000 },
  async () => {
    const made = await built();
    const metafile = join(made.folder, "metafile.json");
    // The generator holds it against the schema.
    const bom = JSON.parse(readFileSync(writeSbom(folder, metafile), "utf8"));
    // Deno is in the executables that it compiled, and only a release with any of these lists it.
    const both = mkdtempSync(join(folder, "deno-"));
    writeFileSync(join(both, executableName("linux-x64", "deno")), "");
    const named = JSON.parse(readFileSync(writeSbom(both, metafile), "utf8")).components as readonly { name: string }[];
    expect(named.map(({ name }) => name)).toEqual([...bom.components.map((one: { name: string }) => one.name), "deno"]);
    expect(bom).toMatchObject({
      bomFormat: "CycloneDX",
      specVersion: "1.6",
      metadata: { component: { type: "application", name: "mcp-compliance", version: TOOL_VERSION } },
    });
    interface Listed {
      readonly name: string;
      readonly group?: string;
      readonly version: string;
      readonly purl: string;
      readonly licenses: readonly unknown[];
      readonly "bom-ref": string;
    }
    const components = bom.components as readonly Listed[];
    const listed = components.map(
      ({ group, name, version }) => `${group === undefined ? "" : `${group}/`}${name}@${version}`,
    );
    const bundled = packagesIn(Object.keys(JSON.parse(readFileSync(metafile, "utf8")).inputs));
    const bun = JSON.parse(readFileSync(join(ROOT, "node_modules/bun/package.json"), "utf8")).version;
    expect(listed.toSorted()).toEqual(
      [...bundled.map(({ name, version }) => `${name}@${version}`), `bun@${bun}`].sort(),
    );
    for (const { purl, licenses } of components) {
      expect(purl).toMatch(/^pkg:npm\//);
      expect(licenses.length).toBeGreaterThan(0);
    }
    const refs = new Set([bom.metadata.component["bom-ref"], ...components.map((one) => one["bom-ref"])]);
    for (const { ref, dependsOn = [] } of bom.dependencies)
      for (const one of [ref, ...dependsOn]) expect(refs).toContain(one);
  },
);

const ruby = spawnSync("ruby", ["--version"]).status === 0;
if (!ruby) console.warn("There is no ruby here: the formula is not evaluated");

test.runIf(ruby)("the Homebrew formula is Ruby, and gives each system its own file", () => {
  const path = join(folder, "mcp-compliance.rb");
  writeFileSync(path, formula(about, sums));
  execFileSync("ruby", ["-wc", path], { stdio: "pipe" });
  // Homebrew unpacks what it downloaded into a folder of its own.
  const unpacked = join(folder, "unpacked");
  mkdirSync(unpacked);
  writeFileSync(join(unpacked, "mcp-compliance-any"), "");
  const said = JSON.parse(
    execFileSync("ruby", [resolve("tests/release/formula.rb"), path, unpacked], { encoding: "utf8" }),
  );
  for (const target of ["darwin-arm64", "darwin-x64", "linux-arm64", "linux-x64"]) {
    const name = executableName(target);
    expect(said[target]).toMatchObject({
      version: TOOL_VERSION,
      license: "MIT",
      homepage: REPOSITORY,
      url: `${REPOSITORY}/releases/download/v${TOOL_VERSION}/${name}`,
      sha256: sumOf(name),
      test: true,
      installed: { "mcp-compliance-any": "mcp-compliance" },
    });
    expect(said[target].desc.length).toBeLessThanOrEqual(80);
  }
});

test("a description that Ruby would run is only text", () => {
  const text = formula({ ...about, description: '#{exit 1} "quoted" \\ end' }, sums);
  expect(text).toContain('desc "\\#{exit 1} \\"quoted\\" \\\\ end"');
});
