/**
 * The action's one step: installs the tool, runs it, tells GitHub what came of it. Inputs come as INPUT_* in the
 * environment, values reach the tool as elements of its argument list, secrets in its environment; no shell reads any.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { InputError, readInputs } from "./inputs.mjs";
import { install, messageOf } from "./install.mjs";

const { env } = process;
/** GitHub shows so much of a step's summary. */
const SUMMARY_LIMIT = 900_000;

/** A line of the format github. */
const ANNOTATION = /^::(error|warning|notice)( [^:]*)?::/;

/** What only this step has to know: the inputs, the runner's files, its tokens. A server under test gets none of it. */
const OURS = /^(INPUT_|ACTIONS_|ACTION_REPOSITORY$|GITHUB_(OUTPUT|ENV|PATH|STATE|STEP_SUMMARY)$)/;

let temp = "";
try {
  temp = ownFolder();
  process.exitCode = await main();
} catch (error) {
  command("error", messageOf(error));
  process.exitCode = error instanceof InputError ? 2 : 1;
}

async function main() {
  const inputs = readInputs(env, temp);
  for (const value of inputs.masks) command("add-mask", value);
  for (const note of inputs.notes) command("notice", note);
  const tool = await chooseTool();
  if (inputs.files.env !== undefined) writeFileSync(inputs.files.env, inputs.serverEnv, { mode: 0o600 });
  let code;
  try {
    code = await run(tool.command, [...tool.args, ...inputs.args], inputs.env, inputs.annotations);
  } finally {
    if (inputs.files.env !== undefined) rmSync(inputs.files.env, { force: true });
  }
  tell(inputs.files);
  if (code !== 0 && !existsSync(inputs.files.json)) {
    command(
      "error",
      `mcp-compliance ended with exit code ${code} and without a report; its message is in the log of this step.`,
    );
  }
  return code;
}

/** A folder that nobody else can read. */
function ownFolder() {
  const above = env.RUNNER_TEMP || tmpdir();
  try {
    return mkdtempSync(join(above, "mcp-compliance-"));
  } catch (error) {
    throw new Error(`There is no room for files in ${above} (RUNNER_TEMP): ${messageOf(error)}`);
  }
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

/**
 * The tool has our output streams. What it prints may repeat a server's text, and the runner looks for its own commands
 * in all of it, in the middle of a line too: none is taken from there. Annotations are the exception, and come afterwards.
 */
async function run(program, args, secrets, annotations) {
  const own = Object.entries(env).filter(([name]) => !OURS.test(name));
  const stdio = ["ignore", annotations ? "pipe" : 1, 2];
  const guard = randomUUID();
  await print(`::stop-commands::${guard}\n`);
  let said = "";
  let code;
  try {
    code = await new Promise((done, fail) => {
      const child = spawn(program, args, { stdio, env: { ...Object.fromEntries(own), ...secrets } });
      child.stdout?.setEncoding("utf8").on("data", (text) => {
        said += text;
      });
      const pass = (signal) => child.kill(signal);
      for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, pass);
      child.on("error", (error) => fail(new Error(`mcp-compliance could not be started: ${messageOf(error)}`)));
      child.on("close", (ended) => {
        for (const signal of ["SIGINT", "SIGTERM"]) process.off(signal, pass);
        done(ended ?? 1);
      });
    });
  } finally {
    const lines = said.split("\n").filter((line) => line !== "");
    const others = lines.filter((line) => !ANNOTATION.test(line));
    await print([...others, `::${guard}::`, ...lines.filter((line) => ANNOTATION.test(line)), ""].join("\n"));
  }
  return code;
}

/** Resolves when it is on its way: what a child prints comes after it. */
function print(text) {
  return new Promise((done) => {
    process.stdout.write(text, done);
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
