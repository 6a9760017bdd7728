/** The inputs of the action as arguments of the tool. Everything is an element of an array; nothing is put together for a shell. */
import { join } from "node:path";

/** An input that a person got wrong. */
export class InputError extends Error {}

/** Options that take the input's value as it is. The tool itself says what is wrong with one. */
const PLAIN = {
  "spec-version": "INPUT_SPEC_VERSION",
  profile: "INPUT_PROFILE",
  "min-grade": "INPUT_MIN_GRADE",
  only: "INPUT_ONLY",
  skip: "INPUT_SKIP",
  timeout: "INPUT_TIMEOUT",
  "startup-timeout": "INPUT_STARTUP_TIMEOUT",
  retries: "INPUT_RETRIES",
  concurrency: "INPUT_CONCURRENCY",
  config: "INPUT_CONFIG",
  baseline: "INPUT_BASELINE",
};

/** Their parts may stand on lines of their own. */
const LISTS = new Set(["only", "skip"]);

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;

/**
 * @param {Readonly<Record<string, string | undefined>>} env of the step
 * @param {string} temp a folder of this step's own, which nobody else can read
 */
export function readInputs(env, temp) {
  const input = (name) => (env[name] ?? "").trim();
  const files = { json: join(temp, "report.json"), sarif: undefined, summary: undefined, env: undefined };
  const format = input("INPUT_FORMAT") || "github";
  const args = [`--format=${format}`, `--report=json=${files.json}`];
  for (const [option, name] of Object.entries(PLAIN)) {
    const value = LISTS.has(option) ? lines(env[name]).join(",") : input(name);
    if (/[\r\n]/.test(value)) throw new InputError(`${option} has a line break in it. Write it on one line.`);
    if (value !== "") args.push(`--${option}=${value}`);
  }
  if (flag("strict", input("INPUT_STRICT"), false)) args.push("--strict");
  if (flag("upload-sarif", input("INPUT_UPLOAD_SARIF"), false)) {
    files.sarif = join(temp, "report.sarif");
    args.push(`--report=sarif=${files.sarif}`);
  }
  if (flag("summary", input("INPUT_SUMMARY"), true) && input("GITHUB_STEP_SUMMARY") !== "") {
    files.summary = join(temp, "summary.md");
    args.push(`--report=markdown=${files.summary}`);
  }
  for (const line of lines(env.INPUT_REPORTS)) args.push(`--report=${line}`);
  const target = input("INPUT_TARGET");
  if (target.includes("\0")) throw new InputError("target has a NUL in it, which no command line can.");
  const secrets = secretsOf(env);
  // A command would find them in its environment, and has no use for them there.
  const idle = secrets.args.length > 0 && target !== "" && !/^["']?https?:/i.test(target);
  if (!idle) args.push(...secrets.args);
  if (lines(env.INPUT_ENV).length > 0) {
    files.env = join(temp, "server.env");
    args.push(`--env-file=${files.env}`);
  }
  // One word after the divider: the tool splits it into words itself, and no option is read out of it.
  if (target !== "") args.push("--", target);
  return {
    args: ["test", ...args],
    annotations: format === "github",
    env: idle ? {} : secrets.env,
    masks: secrets.masks,
    notes: idle ? ["auth and headers are for URLs, and the target is a command: use env, whose lines it gets."] : [],
    files,
    serverEnv: env.INPUT_ENV ?? "",
  };
}

/** Values go into variables of the tool's environment, and the arguments name these. */
function secretsOf(env) {
  const found = { args: [], env: {}, masks: [] };
  const auth = (env.INPUT_AUTH ?? "").trim();
  if (auth !== "") {
    found.env.MCP_COMPLIANCE_ACTION_AUTH = auth;
    found.args.push("--auth-env=MCP_COMPLIANCE_ACTION_AUTH");
    found.masks.push(auth, ...auth.split(/\s+/).slice(1));
  }
  for (const [at, line] of lines(env.INPUT_HEADERS).entries()) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).trim();
    const value = line.slice(colon + 1).trim();
    // The line is not repeated: it may be a value that was broken in two.
    if (!HEADER_NAME.test(name)) throw new InputError(`headers: line ${at + 1} is no "Name: value".`);
    if (value === "") throw new InputError(`headers: ${name} on line ${at + 1} has no value (an empty secret?).`);
    const variable = `MCP_COMPLIANCE_ACTION_HEADER_${at + 1}`;
    found.env[variable] = value;
    found.args.push(`--header-env=${name}: ${variable}`);
    found.masks.push(value);
  }
  // Short ones are words and numbers, which would be stars wherever they stand.
  return { ...found, masks: found.masks.filter((one) => one.length >= 6) };
}

function lines(text) {
  return (text ?? "")
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function flag(name, text, otherwise) {
  if (text === "") return otherwise;
  if (/^(true|yes|on|1)$/i.test(text)) return true;
  if (/^(false|no|off|0)$/i.test(text)) return false;
  throw new InputError(`${name} must be "true" or "false".`);
}
