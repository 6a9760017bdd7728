import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import { openerFor, run } from "../../src/runtime/show.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "files-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const runtime = nodeRuntime();
const windows = process.platform === "win32";
const root = process.getuid?.() === 0;

/** A new folder of its own for one test. */
function inside(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

describe("writing a file", () => {
  test("makes it, replaces it, and leaves nothing beside it", async () => {
    const own = inside("plain");
    const path = join(own, "a.txt");
    await runtime.writeText(path, "one");
    await runtime.writeText(path, "two é");
    expect(readFileSync(path, "utf8")).toBe("two é");
    expect(readdirSync(own)).toEqual(["a.txt"]);
  });

  test.skipIf(windows)("keeps its mode, and a link a link", async () => {
    const own = inside("modes");
    const [path, link] = [join(own, "a.sh"), join(own, "link")];
    writeFileSync(path, "");
    chmodSync(path, 0o640);
    symlinkSync("a.sh", link);
    await runtime.writeText(link, "new");
    expect([readFileSync(path, "utf8"), statSync(path).mode & 0o777]).toEqual(["new", 0o640]);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  test("of a name as long as names may be", async () => {
    const path = join(inside("long"), "x".repeat(255));
    await runtime.writeText(path, "whole");
    expect(readFileSync(path, "utf8")).toBe("whole");
  });

  test.skipIf(windows)("leaves the old one whole where there is no room for the new one", async () => {
    const own = inside("full");
    const path = join(own, "report.json");
    writeFileSync(path, "old");
    // A limit of 64 blocks of 512 or 1024 bytes on files, as a full disk would be.
    const code = `import { replaceFile } from ${JSON.stringify(join(process.cwd(), "src/runtime/write-file.ts"))};
process.on("SIGXFSZ", () => {});
replaceFile(${JSON.stringify(path)}, "x".repeat(1000000)).then(() => process.exit(0), (error) => { console.log(error.code); process.exit(7); });`;
    const script = join(own, "run.ts");
    writeFileSync(script, code);
    const child = spawn("sh", ["-c", `ulimit -f 64; exec "${process.execPath}" --import tsx "${script}"`]);
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
    const ended = await new Promise((resolve) => child.on("close", resolve));
    expect([ended, said.trim()]).toEqual([7, "EFBIG"]);
    expect(readFileSync(path, "utf8")).toBe("old");
    expect(readdirSync(own).sort()).toEqual(["report.json", "run.ts"]);
  });

  test("rejects where there is no folder, or it may not be written into", async () => {
    await expect(runtime.writeText(join(folder, "none", "a.txt"), "x")).rejects.toThrow(/ENOENT/);
    if (windows || root) return;
    const own = inside("closed");
    chmodSync(own, 0o500);
    await expect(runtime.writeText(join(own, "a.txt"), "x")).rejects.toThrow(/EACCES/);
  });

  test.skipIf(!existsSync("/dev/full"))("writes into a device, and tells what it answers", async () => {
    await runtime.writeText("/dev/null", "x");
    await expect(runtime.writeText("/dev/full", "x")).rejects.toThrow(/ENOSPC/);
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
  });
});

describe("what is at a path", () => {
  test("is a file, a folder, something else, or nothing", async () => {
    const own = inside("kinds");
    writeFileSync(join(own, "a"), "");
    expect(await runtime.kindOf(join(own, "a"))).toBe("file");
    expect(await runtime.kindOf(own)).toBe("folder");
    expect(await runtime.kindOf(join(own, "b"))).toBe("nothing");
    expect(await runtime.mayMake(own)).toBe(true);
    expect(await runtime.mayMake(join(own, "b"))).toBe(false);
    if (!windows) expect(await runtime.kindOf("/dev/null")).toBe("other");
  });
});

describe("a temporary file", () => {
  test("has its name, its text, and no other reader", async () => {
    const path = await runtime.writeTemporary("report.html", "<p>");
    try {
      expect(path).toMatch(/mcp-compliance-[^/\\]+[/\\]report\.html$/);
      expect(readFileSync(path, "utf8")).toBe("<p>");
      if (!windows) expect(statSync(join(path, "..")).mode & 0o077).toBe(0);
    } finally {
      rmSync(join(path, ".."), { recursive: true });
    }
  });
});

describe("showing a file", () => {
  const HERE = "/tmp/my report & co; $(x) %PATH%.html";

  test("is the platform's own opener, with the path as one argument and no shell", () => {
    expect(openerFor("darwin", {}, HERE)).toEqual({ command: "open", args: [HERE] });
    expect(openerFor("linux", { DISPLAY: ":0" }, HERE)).toEqual({ command: "xdg-open", args: [HERE] });
    expect(openerFor("linux", { BROWSER: "b" }, HERE)).toMatchObject({ command: "xdg-open" });
    const opened = openerFor("win32", {}, HERE);
    expect(opened).toMatchObject({ command: "rundll32.exe" });
    const [, address] = "args" in opened ? opened.args : [];
    expect(address).toMatch(/^file:\/\/\/\S*$/);
  });

  test("does not happen in a build, or where there is no display, and says so", () => {
    expect(openerFor("darwin", { CI: "true" }, HERE)).toEqual({ why: expect.stringContaining("CI is set") });
    expect(openerFor("darwin", { CI: "false" }, HERE)).toMatchObject({ command: "open" });
    expect(openerFor("linux", { DISPLAY: "" }, HERE)).toEqual({ why: expect.stringContaining("no display") });
  });

  test("says what came of the opener", async () => {
    expect(await run("no-such-opener-here", [], 10_000)).toEqual({
      shown: false,
      why: "no-such-opener-here is not installed",
    });
    expect(await run(process.execPath, ["-e", "process.exit(3)"], 10_000)).toEqual({
      shown: false,
      why: expect.stringMatching(/failed with exit code 3$/),
    });
    expect(await run(process.execPath, ["-e", ""], 10_000)).toEqual({ shown: true });
    // One that stays: it is the browser.
    expect(await run(process.execPath, ["-e", "setTimeout(() => {}, 2000)"], 50)).toEqual({ shown: true });
  });
});
