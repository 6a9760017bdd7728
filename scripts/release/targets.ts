/** What executables are made for. Names are those of the files: compiled/mcp-compliance-<name>. */
export interface BunTarget {
  readonly name: string;
  /** As `bun build --target` calls it. */
  readonly bun: string;
  /** The npm package that holds the Bun which becomes the executable. */
  readonly base: string;
  /** `os`, `cpu` and `libc` of an npm package. */
  readonly os: "linux" | "darwin" | "win32";
  readonly cpu: "x64" | "arm64";
  readonly libc?: "glibc" | "musl";
}

export const BUN_TARGETS: readonly BunTarget[] = [
  { name: "linux-x64", bun: "bun-linux-x64", base: "bun-linux-x64", os: "linux", cpu: "x64", libc: "glibc" },
  { name: "linux-arm64", bun: "bun-linux-arm64", base: "bun-linux-aarch64", os: "linux", cpu: "arm64", libc: "glibc" },
  {
    name: "linux-x64-musl",
    bun: "bun-linux-x64-musl",
    base: "bun-linux-x64-musl",
    os: "linux",
    cpu: "x64",
    libc: "musl",
  },
  {
    name: "linux-arm64-musl",
    bun: "bun-linux-arm64-musl",
    base: "bun-linux-aarch64-musl",
    os: "linux",
    cpu: "arm64",
    libc: "musl",
  },
  { name: "darwin-x64", bun: "bun-darwin-x64", base: "bun-darwin-x64", os: "darwin", cpu: "x64" },
  { name: "darwin-arm64", bun: "bun-darwin-arm64", base: "bun-darwin-aarch64", os: "darwin", cpu: "arm64" },
  { name: "windows-x64", bun: "bun-windows-x64", base: "bun-windows-x64", os: "win32", cpu: "x64" },
  { name: "windows-arm64", bun: "bun-windows-arm64", base: "bun-windows-aarch64", os: "win32", cpu: "arm64" },
];

export interface DenoTarget {
  readonly name: string;
  /** As `deno compile --target` calls it. */
  readonly deno: string;
}

export const DENO_TARGETS: readonly DenoTarget[] = [
  { name: "linux-x64", deno: "x86_64-unknown-linux-gnu" },
  { name: "linux-arm64", deno: "aarch64-unknown-linux-gnu" },
  { name: "darwin-x64", deno: "x86_64-apple-darwin" },
  { name: "darwin-arm64", deno: "aarch64-apple-darwin" },
  { name: "windows-x64", deno: "x86_64-pc-windows-msvc" },
];

/** File name of an executable, as it stands in a release. */
export function executableName(target: string, made: "bun" | "deno" = "bun"): string {
  return `mcp-compliance-${made === "deno" ? "deno-" : ""}${target}${target.startsWith("windows") ? ".exe" : ""}`;
}

/** The targets that `--only a,b` names, or all. Throws on one that is none. */
export function chosen<T extends { readonly name: string }>(all: readonly T[], only: string | undefined): readonly T[] {
  if (only === undefined) return all;
  return only.split(",").map((name) => {
    const found = all.find((one) => one.name === name.trim());
    if (found === undefined) {
      throw new Error(`--only ${name}: no such target. There are ${all.map((one) => one.name).join(", ")}.`);
    }
    return found;
  });
}
