/** The command in a working directory that somebody has deleted: no bug of ours, and nothing about the server. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Built, buildTool } from "../support/tool.ts";

let tool: Built;
beforeAll(async () => {
  tool = await buildTool();
});
afterAll(() => tool.remove());

/** Windows deletes no folder that a process works in. */
const posix = process.platform !== "win32";

function inGoneFolder(args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "mcp-compliance-gone-"));
  const script = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
  const words = ["-c", script, "sh", folder, tool.command, ...tool.args, ...args];
  const { status, stdout, stderr } = spawnSync("sh", words, { encoding: "utf8" });
  rmSync(folder, { recursive: true, force: true });
  return { status, stdout, stderr };
}

const GONE =
  "mcp-compliance: The folder that this was started in is gone. Change into one that is there, and try again.\n";
const quick = ["--only", "tools-list", "--timeout", "1000"];

test.runIf(posix).each<[string, readonly string[]]>([
  ["a server started there", ["test", ...quick, "--", "node", "-e", "0"]],
  ["a file to be written there", ["test", "--self", ...quick, "--report", "json=report.json"]],
])("%s is named as what it is", (_, args) => {
  expect(inGoneFolder(args)).toMatchObject({ status: 2, stderr: GONE });
});

test.runIf(posix)("what needs no folder works", () => {
  expect(inGoneFolder(["test", "--self", ...quick])).toMatchObject({ status: 0, stderr: "" });
  expect(inGoneFolder(["test", ...quick, "--cwd", tmpdir(), "--", "node", "-e", "0"])).toMatchObject({ status: 3 });
  expect(inGoneFolder(["rules", "--json"])).toMatchObject({ status: 0, stderr: "" });
});
