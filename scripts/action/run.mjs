/**
 * The action's one step: installs the tool, runs it, tells GitHub what came of it. Inputs come as INPUT_* in the
 * environment, values reach the tool as elements of its argument list, secrets in its environment; no shell reads any.
 */
import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { InputError, readInputs } from "./inputs.mjs";
import { install, messageOf } from "./install.mjs";

const { env } = process;
/** GitHub shows so much of a step's summary. */
const SUMMARY_LIMIT = 900_000;

/** What only this step has to know: the inputs, the runner's files, its tokens. A server under test gets none of it. */
const OURS = /^(INPUT_|ACTIONS_|ACTION_REPOSITORY$|GITHUB_(OUTPUT|ENV|PATH|STATE|STEP_SUMMARY)$)/;

const temp = mkdtempSync(join(env.RUNNER_TEMP || tmpdir(), "mcp-compliance-"));
try {
  process.exitCode = await main();
} catch (error) {
  command("error", messageOf(error));
  process.exitCode = error instanceof InputError ? 2 : 1;
}

async function main() {
  const inputs = readInputs(env, temp);
  for (const value of inputs.masks) command("add-mask", value);
  const tool = await chooseTool();
  if (inputs.files.env !== undefined) writeFileSync(inputs.files.env, inputs.serverEnv, { mode: 0o600 });
  let code;
  try {
    code = await run(tool.command, [...tool.args, ...inputs.args], inputs.env);
  } finally {
    if (inputs.files.env !== undefined) rmSync(inputs.files.env, { force: true });
  }
  tell(inputs.files);
  return code;
}

async function chooseTool() {
  const given = (env.INPUT_EXECUTABLE ?? "").trim();
  if (given !== "") {
    const path = resolve(given);
    if (!existsSync(path)) throw new InputError(`executable: there is no file ${given}.`);
    return /\.m?js$/.test(path) ? { command: process.execPath, args: [path] } : { command: path, args: [] };
  }
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return await install({
    version,
    repository: (env.ACTION_REPOSITORY || env.GITHUB_ACTION_REPOSITORY || "").trim(),
    downloadUrl: (env.INPUT_DOWNLOAD_URL ?? "").trim(),
    server: env.GITHUB_SERVER_URL || "https://github.com",
    temp,
    say: (line) => command("notice", line),
  });
}

/** The tool has our output streams. */
function run(program, args, secrets) {
  const own = Object.entries(env).filter(([name]) => !OURS.test(name));
  return new Promise((done, fail) => {
    const child = spawn(program, args, { stdio: ["ignore", 1, 2], env: { ...Object.fromEntries(own), ...secrets } });
    const pass = (signal) => child.kill(signal);
    for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, pass);
    child.on("error", (error) => fail(new Error(`mcp-compliance could not be started: ${messageOf(error)}`)));
    child.on("close", (code) => {
      for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, pass);
      done(code ?? 1);
    });
  });
}

/** The outputs of the step and its part of the job's summary. What is in the files came from us, and is checked all the same. */
function tell({ json, sarif, summary }) {
  if (existsSync(json)) {
    const { grade, score, specVersion } = JSON.parse(readFileSync(json, "utf8"));
    if (/^[A-DF]$/.test(grade)) output("grade", grade);
    if (typeof score === "number") output("score", String(score));
    if (/^\d{4}-\d\d-\d\d$/.test(specVersion)) output("spec-version", specVersion);
  }
  if (sarif !== undefined && existsSync(sarif)) output("sarif", sarif);
  if (summary !== undefined && existsSync(summary)) {
    const text = readFileSync(summary, "utf8");
    const whole = Buffer.byteLength(text) <= SUMMARY_LIMIT;
    appendFileSync(
      env.GITHUB_STEP_SUMMARY,
      whole ? `${text}\n` : "The report is too long for a summary: see the log.\n",
    );
  }
}

function output(name, value) {
  if (env.GITHUB_OUTPUT) appendFileSync(env.GITHUB_OUTPUT, `${name}=${value}\n`);
}

/** A command to the runner: it ends no line and begins no other command. */
function command(name, text) {
  const safe = text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  process.stdout.write(`::${name}::${safe}\n`);
}
