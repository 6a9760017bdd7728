import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Outside, RuntimeId } from "./runtimes.ts";

/** A runtime that does not say its version within so many ms is not used. */
const PATIENCE_MS = 5000;

/** Set for whoever is asked for its version: a launcher that is asked asks nobody, or there would be no end of it. */
export const ASKED = "MCP_COMPLIANCE_ASKED";

/** This process and its machine. */
export function realOutside(): Outside {
  const versions = process.versions as Readonly<Record<string, string | undefined>>;
  const id = (["oam", "deno", "bun"] as const).find((one) => versions[one] !== undefined) ?? "node";
  const { env } = process;
  return {
    env,
    platform: process.platform,
    arch: process.arch,
    here: { id: id satisfies RuntimeId, version: versions[id] ?? "0.0.0" },
    isFile,
    inPackage: (name, file) => (versions["pnp"] === undefined ? beside(name, file) : resolved(name, file)),
    home: () => (process.platform === "win32" ? env.USERPROFILE : env.HOME),
    askVersion(path) {
      const { execFileSync } = requireChildProcess();
      try {
        const text = execFileSync(path, ["--version"], {
          encoding: "utf8",
          env: { ...env, [ASKED]: "1" },
          stdio: ["ignore", "pipe", "ignore"],
          timeout: PATIENCE_MS,
          // SIGTERM is a request, and we would wait for whoever does not heed it.
          killSignal: "SIGKILL",
          windowsHide: true,
        });
        return { text };
      } catch (error) {
        return { trouble: troubleOf(error as Failure) };
      }
    },
  };
}

/** As Node looks for packages, at the price of a look at each folder above. */
function beside(name: string, file: string): string | undefined {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (let above = dirname(folder); above !== folder; above = dirname(folder)) {
    folder = above;
    const path = join(folder, "node_modules", name, file);
    if (isFile(path)) return path;
  }
  return undefined;
}

/** Plug'n'Play has no folders to look at. */
function resolved(name: string, file: string): string | undefined {
  try {
    return createRequire(import.meta.url)
      .resolve(`${name}/package.json`)
      .replace(/package\.json$/, file);
  } catch {
    return undefined;
  }
}

interface Failure {
  readonly code?: string;
  readonly status?: number | null;
  readonly signal?: string | null;
}

function troubleOf({ code, status, signal }: Failure): string {
  if (code === "ETIMEDOUT") return `no answer to --version within ${PATIENCE_MS / 1000} s`;
  if (code === "EACCES") return "it may not be executed";
  if (code !== undefined) return code;
  return typeof status === "number" ? `exit code ${status}` : `ended by ${signal ?? "a signal"}`;
}

/** Loaded where it is needed: it takes Node a few ms. */
function requireChildProcess(): typeof import("node:child_process") {
  return createRequire(import.meta.url)("node:child_process");
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
