import { expect, test } from "vitest";
import { pick } from "../../src/launcher/pick.ts";
import type { Outside, RuntimeId } from "../../src/launcher/runtimes.ts";
import { compareVersions, versionIn } from "../../src/launcher/versions.ts";
import { TOOL_VERSION } from "../../src/version.ts";

/** A machine on which these files exist and answer --version so; a text without a digit is a trouble. */
function machine(
  files: Readonly<Record<string, string>>,
  more: Partial<Omit<Outside, "here">> & { readonly here?: readonly [RuntimeId, string] } = {},
): { readonly outside: Outside; readonly asked: string[] } {
  const asked: string[] = [];
  const { here: [id, version] = ["node", "20.11.0"] as const, ...rest } = more;
  const outside: Outside = {
    env: { PATH: "/a:/b" },
    platform: "linux",
    arch: "x64",
    isFile: (path) => path in files,
    inPackage: (name, file) => (`${name}/${file}` in files ? `${name}/${file}` : undefined),
    home: () => "/home/me",
    askVersion(path) {
      asked.push(path);
      const text = files[path] ?? "";
      return text.startsWith("!") ? { trouble: text.slice(1) } : { text };
    },
    ...rest,
    here: { id, version },
  };
  return { outside, asked };
}

function picked(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
  more: Parameters<typeof machine>[1] = {},
) {
  return pick(machine(files, { ...more, env: { PATH: "/a:/b", ...env } }).outside);
}

const PATHS = (choice: ReturnType<typeof pick>) =>
  choice.kind === "start" ? [choice.row.id, choice.path] : [choice.kind];
const NATIVE = "@mcp-compliance/linux-x64/mcp-compliance";

test("with nothing else present it stays where it is, and starts nobody to find that out", () => {
  const { outside, asked } = machine({});
  expect(pick(outside)).toEqual({ kind: "here", notes: [] });
  expect(asked).toEqual([]);
});

test("auto takes the best: the executable, oam, Bun, Deno, Node", () => {
  const all = { [NATIVE]: TOOL_VERSION, "/a/oam": "oam 0.18.0", "/b/bun": "1.4.5", "/b/deno": "deno 2.9.6 (stable)" };
  const order = [["native", NATIVE], ["oam", "/a/oam"], ["bun", "/b/bun"], ["deno", "/b/deno"], ["here"]];
  const left: Record<string, string> = { ...all };
  for (const expected of order) {
    expect(PATHS(picked(left))).toEqual(expected);
    delete left[expected[1] ?? ""];
  }
});

test("the newest oam wins; of equal ones the first place", () => {
  const places = ["/set/oam", "/home/me/.oam/bin/oam", "/a/oam", "/b/oam"];
  const env = { OAM_INSTALL_DIR: "/set" };
  const same = Object.fromEntries(places.map((path) => [path, "oam 0.18.0"]));
  expect(PATHS(picked(same, env))).toEqual(["oam", "/set/oam"]);
  expect(PATHS(picked({ ...same, "/b/oam": "oam 0.18.1" }, env))).toEqual(["oam", "/b/oam"]);
  expect(PATHS(picked({ ...same, "/b/oam": "oam 0.9.9" }, env))).toEqual(["oam", "/set/oam"]);
  // Numbers, not letters.
  expect(PATHS(picked({ "/a/oam": "oam 0.18.9", "/b/oam": "oam 0.18.10" }))).toEqual(["oam", "/b/oam"]);
});

test("OAM_BIN comes before every other, also before a newer one", () => {
  const files = { "/mine": "oam 0.18.0", "/a/oam": "oam 0.20.0" };
  expect(picked(files, { OAM_BIN: "/mine" })).toMatchObject({ path: "/mine", notes: [] });
});

test("a wrong OAM_BIN is named, and the search goes on", () => {
  const env = { OAM_BIN: "/mine" };
  expect(picked({}, env)).toEqual({
    kind: "here",
    notes: ["OAM_BIN names /mine, which is not there; using Node instead."],
  });
  expect(picked({ "/mine": "oam 0.17.9" }, env)).toMatchObject({
    notes: ["OAM_BIN names /mine, which is oam 0.17.9, older than 0.18.0; using Node instead."],
  });
  expect(picked({ "/mine": "!exit code 1", "/a/oam": "oam 0.19.0" }, env)).toMatchObject({
    path: "/a/oam",
    notes: ["OAM_BIN names /mine, which could not be run (exit code 1); using oam 0.19.0 instead."],
  });
  expect(picked({ "/b/bun": "1.4.5" }, env)).toMatchObject({
    notes: ["OAM_BIN names /mine, which is not there; using Bun 1.4.5 instead."],
  });
});

test("finds that cannot be used are named where nothing of their kind can", () => {
  expect(picked({ "/a/oam": "oam 0.9.0", "/b/oam": "hello" })).toEqual({
    kind: "here",
    notes: [
      "/a/oam is oam 0.9.0, older than 0.18.0; using Node instead.",
      "/b/oam does not say its version; using Node instead.",
    ],
  });
  expect(picked({ "/a/oam": "oam 0.9.0", "/b/oam": "oam 0.18.0" })).toMatchObject({ path: "/b/oam", notes: [] });
});

test("a runtime that is named is taken or refused, never replaced", () => {
  const as = (runtime: string) => ({ MCP_COMPLIANCE_RUNTIME: runtime });
  expect(picked({ "/a/oam": "oam 0.18.0", [NATIVE]: TOOL_VERSION }, as("oam"))).toMatchObject({ path: "/a/oam" });
  expect(picked({ "/a/oam": "oam 0.18.0" }, as("node"))).toEqual({ kind: "here", notes: [] });
  expect(picked({ "/a/bun": "1.4.5" }, as("BUN"))).toMatchObject({ path: "/a/bun" });
  const refused = (files: Readonly<Record<string, string>>, env: Readonly<Record<string, string>>) => {
    const choice = picked(files, env);
    return choice.kind === "refused" ? [choice.code, choice.message] : choice;
  };
  expect(refused({}, as("oam"))).toEqual([
    1,
    'MCP_COMPLIANCE_RUNTIME is "oam", but oam 0.18.0 or later was not found. To mend it, install it from https://oamjs.org.',
  ]);
  expect(refused({ "/a/oam": "oam 0.17.0" }, as("oam"))).toEqual([
    1,
    'MCP_COMPLIANCE_RUNTIME is "oam", but oam 0.18.0 or later was not found: /a/oam is oam 0.17.0, older than 0.18.0. ' +
      "To mend it, run: oam self-update.",
  ]);
  expect(refused({}, { ...as("oam"), OAM_BIN: "/x" })).toEqual([
    1,
    'MCP_COMPLIANCE_RUNTIME is "oam", but oam 0.18.0 or later was not found: OAM_BIN names /x, which is not there. ' +
      "To mend it, correct OAM_BIN or unset it.",
  ]);
  expect(refused({ "/a/bun": "1.3.9" }, as("bun"))).toMatchObject([1, expect.stringContaining("run: bun upgrade")]);
  expect(refused({}, as("deno"))).toMatchObject([1, expect.stringContaining("https://deno.com")]);
  expect(refused({}, as("native"))).toMatchObject([1, expect.stringContaining("--no-optional")]);
  expect(refused({}, as("nodejs"))).toEqual([
    2,
    'MCP_COMPLIANCE_RUNTIME is "nodejs"; it can be auto, native, oam, bun, deno, node.',
  ]);
});

test("nothing is looked for where the runtime that is wanted runs us already", () => {
  for (const [id, version] of [
    ["oam", "0.18.0"],
    ["bun", "1.4.0"],
    ["deno", "2.9.0"],
    ["node", "20.0.0"],
  ] as const) {
    const { outside, asked } = machine(
      { "/a/oam": "oam 9.9.9", "/a/bun": "9.9.9", "/a/deno": "9.9.9", "/a/node": "v99.0.0" },
      { here: [id, version], env: { PATH: "/a", MCP_COMPLIANCE_RUNTIME: id, OAM_BIN: "/nowhere" } },
    );
    expect(pick(outside)).toEqual({ kind: "here", notes: [] });
    expect(asked).toEqual([]);
  }
});

test("a runtime that runs us and is too old hands over, or says what to do", () => {
  const old = { here: ["oam", "0.17.0"] } as const;
  expect(picked({ "/a/node": "v20.1.0" }, {}, old)).toMatchObject({ path: "/a/node" });
  expect(picked({ "/a/oam": "oam 0.18.0" }, {}, old)).toMatchObject({ path: "/a/oam" });
  expect(picked({ "/a/node": "v18.1.0" }, {}, old)).toMatchObject({ kind: "refused", code: 1 });
  expect(picked({}, { MCP_COMPLIANCE_RUNTIME: "oam" }, old)).toMatchObject({
    message: expect.stringContaining("this is oam 0.17.0, older than 0.18.0. To mend it, run: oam self-update."),
  });
});

test("the executable has to be of this very version; where both C libraries are installed, the one that runs", () => {
  expect(picked({ [NATIVE]: "9.9.9" })).toEqual({
    kind: "here",
    notes: [`${NATIVE} is version 9.9.9, not ${TOOL_VERSION}; using Node instead.`],
  });
  const musl = "@mcp-compliance/linux-x64-musl/mcp-compliance";
  expect(picked({ [NATIVE]: "!ENOENT", [musl]: TOOL_VERSION })).toMatchObject({ path: musl, notes: [] });
});

test("on Windows: .exe alone, the folders of Windows, both kinds of separators", () => {
  const files = {
    "C:\\local\\oam\\bin\\oam.exe": "oam 0.18.0",
    "C:\\tools\\bun.cmd": "1.4.5",
    "C:\\tools\\bun": "1.4.5",
    "@mcp-compliance/windows-arm64/mcp-compliance.exe": TOOL_VERSION,
  };
  const windows = { platform: "win32", arch: "arm64", home: () => "C:\\me" };
  const env = { PATH: "", Path: "C:\\tools\\;D:\\x", LOCALAPPDATA: "C:\\local" };
  const runtime = (name: string) => picked(files, { ...env, MCP_COMPLIANCE_RUNTIME: name }, windows);
  expect(runtime("auto")).toMatchObject({ path: "@mcp-compliance/windows-arm64/mcp-compliance.exe" });
  expect(runtime("oam")).toMatchObject({ path: "C:\\local\\oam\\bin\\oam.exe" });
  expect(runtime("bun")).toMatchObject({ kind: "refused" });
});

test("versions are read out of what tools print", () => {
  expect(
    ["oam 0.18.0", "v20.1.2\n", "deno 2.9.6 (stable, release)\nv8 14.1", "1.4.5-canary.1", "none"].map(versionIn),
  ).toEqual(["0.18.0", "20.1.2", "2.9.6", "1.4.5", undefined]);
  expect(["0.9.0", "0.18.0", "0.18.1", "0.100.0", "1.0.0"].toSorted(compareVersions)).toEqual([
    "0.9.0",
    "0.18.0",
    "0.18.1",
    "0.100.0",
    "1.0.0",
  ]);
});
