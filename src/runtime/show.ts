import { spawn } from "node:child_process";
import process from "node:process";
import { pathToFileURL } from "node:url";

/** What came of showing a file: `why` says in words why nothing was shown. */
export type Shown = { readonly shown: true } | { readonly shown: false; readonly why: string };

/** An opener that has not failed by then has found its program: some end at once, others with the browser. ms. */
const PATIENCE = 3_000;

/** The platform's opener with its arguments, or why there is none. No shell reads the path anywhere. */
export function openerFor(
  platform: string,
  env: Readonly<Record<string, string | undefined>>,
  path: string,
): { readonly command: string; readonly args: readonly string[] } | { readonly why: string } {
  const set = (name: string) => (env[name] ?? "") !== "";
  if (set("CI") && !/^(false|0)$/i.test(env["CI"] ?? "")) return { why: "this is a build (the variable CI is set)" };
  if (platform === "darwin") return { command: "open", args: [path] };
  if (platform === "win32") {
    // `start` is a word of cmd.exe, which would read & and % in a path; this is the same way without a shell.
    return { command: "rundll32.exe", args: ["url.dll,FileProtocolHandler", pathToFileURL(path).href] };
  }
  if (!set("DISPLAY") && !set("WAYLAND_DISPLAY") && !set("BROWSER")) {
    return { why: "there is no display here (neither DISPLAY, WAYLAND_DISPLAY nor BROWSER is set)" };
  }
  return { command: "xdg-open", args: [path] };
}

/** Shows a file (an absolute path) with the program that the user's desktop has for it. Never rejects. */
export function showFile(path: string): Promise<Shown> {
  const opener = openerFor(process.platform, process.env, path);
  if ("why" in opener) return Promise.resolve({ shown: false, why: opener.why });
  return run(opener.command, opener.args, PATIENCE);
}

/** Starts the opener apart from us: it may live on as the browser. */
export function run(command: string, args: readonly string[], patienceMs: number): Promise<Shown> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: "ignore", detached: true, windowsHide: true });
    const timer = setTimeout(() => end({ shown: true }), patienceMs);
    const end = (shown: Shown) => {
      clearTimeout(timer);
      child.unref();
      resolve(shown);
    };
    child.on("error", (error: NodeJS.ErrnoException) => {
      end({ shown: false, why: error.code === "ENOENT" ? `${command} is not installed` : error.message });
    });
    child.on("exit", (code) => {
      end(code === 0 ? { shown: true } : { shown: false, why: `${command} failed with exit code ${code}` });
    });
  });
}
