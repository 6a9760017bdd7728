// A server on stdio that answers nothing and has a child of its own. Its pid and the child's go into the file named.
import { spawn } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";

const file = process.argv[2];
const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1_000_000)"], { stdio: "ignore" });
writeFileSync(`${file}.tmp`, JSON.stringify([process.pid, child.pid]));
renameSync(`${file}.tmp`, file);
// It takes neither the end of its input nor a polite word for an answer.
process.on("SIGTERM", () => {});
process.stdin.resume();
setInterval(() => {}, 1_000_000);
