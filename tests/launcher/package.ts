import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "esbuild";

/** In place of the tool: says what it was started with, and does what its first argument says. */
const MAIN = `
import process from "node:process";
const [what, ...rest] = process.argv.slice(2);
const say = (value) => process.stdout.write(JSON.stringify(value) + "\\n");
const { oam, bun, deno, node } = process.versions;
const runtime = process.env.STAND_IN_OAM ?? (deno ? "deno" : bun ? "bun" : "node");
if (what === "exit") process.exit(Number(rest[0]));
else if (what === "cat") {
  process.stderr.write("to stderr");
  for await (const piece of process.stdin) process.stdout.write(piece);
} else if (what === "wait") {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => { say({ signal }); process.exit(7); });
  say({ pid: process.pid, ppid: process.ppid });
  setInterval(() => {}, 1000);
} else if (what === "--version" && rest.length === 0) process.exit(42);
else if (what === "die") process.kill(process.pid, rest[0]);
else say({ args: process.argv.slice(2), runtime, pid: process.pid, ppid: process.ppid, cwd: process.cwd() });
if (what === "die") setInterval(() => {}, 1000);
`;

export interface Installed {
  readonly folder: string;
  /** The command of the package. */
  readonly command: string;
  /** A stand-in for oam that says it has this version; the path of its file. */
  oam(folder: string, version: string): string;
  executable(path: string, script: string): string;
  remove(): void;
}

/** The launcher as it is shipped, beside a main.js that tells of itself. */
export async function installLauncher(): Promise<Installed> {
  const folder = mkdtempSync(join(tmpdir(), "launcher-"));
  const out = join(folder, "node_modules/mcp-compliance/compiled/npm");
  await build({
    entryPoints: { "mcp-compliance": resolve("src/launcher/main.ts") },
    outdir: out,
    bundle: true,
    splitting: true,
    platform: "node",
    format: "esm",
    target: "node20",
    logLevel: "error",
    plugins: [
      {
        name: "main beside it",
        setup: (builder) =>
          builder.onResolve({ filter: /^\.\.\/main\.ts$/ }, () => ({ path: "./main.js", external: true })),
      },
    ],
  });
  writeFileSync(join(out, "main.js"), MAIN);
  writeFileSync(join(out, "bunfig.toml"), "");
  writeFileSync(join(out, "package.json"), '{"type":"module"}');
  const executable = (path: string, script: string): string => {
    mkdirSync(join(path, ".."), { recursive: true });
    writeFileSync(path, script);
    chmodSync(path, 0o755);
    return path;
  };
  return {
    folder,
    command: join(out, "mcp-compliance.js"),
    executable,
    oam: (below, version) =>
      executable(
        join(folder, below, "oam"),
        `#!/bin/sh
if [ "$1" = --version ]; then echo "oam ${version}"; exit 0; fi
[ "$1" = run ] && [ "$3" = -- ] || exit 97
file=$2; shift 3
STAND_IN_OAM="oam ${version}" exec ${process.execPath} "$file" "$@"
`,
      ),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
