/** The script of the action, as GitHub's runner starts it: inputs in the environment, a real server, a stand-in for what is downloaded. */
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { executableName } from "../../scripts/action/install.mjs";
import { BUN_TARGETS, executableName as releasedName } from "../../scripts/release/targets.ts";
import { listenHttp } from "../../src/runtime/serve-http.ts";
import { reference } from "../support/reference.ts";
import { type Built, buildTool } from "../support/tool.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SCRIPT = join(ROOT, "scripts/action/run.mjs");
const SERVER = join(ROOT, "tests/action/server.mjs");
const VERSION = (JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { readonly version: string }).version;
const ACTION = readFileSync(join(ROOT, "action.yml"), "utf8");

let tool: Built;
beforeAll(async () => {
  tool = await buildTool();
});
afterAll(() => tool.remove());

/** What the step is given, and what it leaves behind, is all below it. */
let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "mcp compliance $(action) ")));
});
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  rmSync(folder, { recursive: true, force: true });
});

interface Step {
  readonly code: number | null;
  readonly log: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
}

function step(inputs: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}): Promise<Step> {
  const temp = join(folder, "temp");
  const work = join(folder, "work");
  const files = { GITHUB_OUTPUT: join(folder, "output"), GITHUB_STEP_SUMMARY: join(folder, "summary") };
  for (const one of [temp, work]) mkdirSync(one, { recursive: true });
  for (const file of Object.values(files)) writeFileSync(file, "");
  const env: Record<string, string> = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    RUNNER_TEMP: temp,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "t0ken-of-the-runner",
    ...files,
    INPUT_EXECUTABLE: tool.args[0] ?? "",
    ...more,
  };
  for (const [name, value] of Object.entries(inputs)) env[`INPUT_${name.toUpperCase().replaceAll("-", "_")}`] = value;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [SCRIPT], { cwd: work, env, stdio: ["ignore", "pipe", "pipe"] });
    let log = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        log += text;
      });
    }
    child.on("close", (code) => {
      const lines = readFileSync(files.GITHUB_OUTPUT, "utf8")
        .split("\n")
        .filter((line) => line !== "");
      const outputs = Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
      resolve({ code, log, outputs, summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8") });
    });
  });
}

/** A word of a command, for the tool to split. */
const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`;
const command = (...args: readonly string[]) => [process.execPath, SERVER, ...args].map(quoted).join(" ");
const quick = { only: "lifecycle-init,lifecycle-ping", "spec-version": "2025-11-25", timeout: "5000" };

async function serve(more: Parameters<typeof reference>[1] = {}): Promise<string> {
  const listening = await listenHttp(reference("2026-07-28", more).http);
  ends.push(() => listening.close());
  return listening.url;
}

describe("action.yml", () => {
  const section = (name: string) => new RegExp(`^${name}:\\n((?: .*\\n|\\n)+)`, "m").exec(ACTION)?.[1] ?? "";
  const keys = (text: string) => [...text.matchAll(/^ {2}([\w-]+):/gm)].map((one) => one[1] ?? "");

  it("has the inputs and outputs that were promised", () => {
    const promised = ["target", "format", "strict", "min-grade", "spec-version", "profile"];
    expect(keys(section("inputs"))).toEqual(expect.arrayContaining(promised));
    expect(keys(section("outputs"))).toEqual(["grade", "score", "spec-version"]);
  });

  it("hands every input over in the environment, and none in a command", () => {
    for (const name of keys(section("inputs")).filter((one) => one !== "working-directory")) {
      const variable = `INPUT_${name.toUpperCase().replaceAll("-", "_")}`;
      expect(ACTION).toContain(`        ${variable}: \${{ inputs.${name} }}\n`);
      expect(readFileSync(SCRIPT, "utf8") + readFileSync(join(ROOT, "scripts/action/inputs.mjs"), "utf8")).toContain(
        variable,
      );
    }
    const commands = ACTION.split("\n").filter((line) => /^\s+run:/.test(line));
    expect(commands).toEqual(['      run: node "$GITHUB_ACTION_PATH/scripts/action/run.mjs"']);
  });
});

describe("a run", () => {
  it("gives grade, score and revision of a command, and a report for the summary", async () => {
    const ran = await step({ target: command(), ...quick, strict: "true", "min-grade": "A" });
    expect(ran.code, ran.log).toBe(0);
    expect(ran.outputs).toEqual({ grade: "A", score: "100", "spec-version": "2025-11-25" });
    expect(ran.log).toMatch(/^::notice .*A/m);
    expect(ran.summary).toContain("## MCP compliance: grade A");
    // The server's name has a command of the runner in it.
    expect(ran.log).not.toMatch(/^::error::not ours/m);
  });

  it("fails by the gates, with outputs and SARIF all the same", async () => {
    const inputs = {
      target: command("faulty"),
      ...quick,
      only: "lifecycle,\n  errors",
      "min-grade": "A",
      strict: "true",
    };
    const ran = await step({ ...inputs, "upload-sarif": "true", summary: "false", skip: "lifecycle-ping" });
    expect(ran.code, ran.log).toBe(1);
    expect(ran.outputs["grade"]).toMatch(/^[B-F]$/);
    expect(JSON.parse(readFileSync(ran.outputs["sarif"] ?? "", "utf8"))).toMatchObject({ version: "2.1.0" });
    expect(ran.summary).toBe("");
  });

  it("prints the format that was asked for, and writes further reports", async () => {
    const ran = await step({
      target: await serve(),
      only: "tools-list",
      format: "markdown",
      reports: "junit=a.xml\n\nsarif=b.sarif",
    });
    expect(ran.code, ran.log).toBe(0);
    expect(ran.log).toContain("## MCP compliance: grade A");
    expect(readdirSync(join(folder, "work")).sort()).toEqual(["a.xml", "b.sarif"]);
    expect(ran.outputs["spec-version"]).toBe("2026-07-28");
  });

  it("says in an annotation that there is no report, and where there is no room for one", async () => {
    const usage = await step({ target: "http://127.0.0.1:9/mcp", "min-grade": "Z" });
    expect([usage.code, usage.outputs]).toEqual([2, {}]);
    expect(usage.log).toContain("--min-grade");
    expect(usage.log).toContain("::error::mcp-compliance ended with exit code 2 and without a report");
    const gone = join(folder, "gone");
    const roomless = await step({ target: "http://127.0.0.1:9/mcp" }, { RUNNER_TEMP: gone });
    expect([roomless.code, roomless.outputs]).toEqual([1, {}]);
    expect(roomless.log).toMatch(/^::error::There is no room for files in .*gone \(RUNNER_TEMP\): ENOENT.*\n$/);
  });

  it("says 3 of a server that never answered", async () => {
    const ran = await step({ target: "http://127.0.0.1:9/mcp", only: "tools-list", timeout: "1000" });
    expect(ran.code).toBe(3);
    expect(ran.outputs["grade"]).toBe("F");
  });
});

describe("hostile inputs", () => {
  const spells = (file: string) => [
    `$(touch ${file})`,
    `\`touch ${file}\``,
    `; touch ${file} #`,
    `"; touch ${file}; "`,
    `' ; touch ${file} ; '`,
    `\n touch ${file}\n`,
    `| touch ${file}`,
    `\${IFS}touch`,
    "%PATH% ^& !x!",
    "--strict",
    "--record=stolen.json",
    "",
  ];

  it("reach the server as the words that they are", async () => {
    const file = join(folder, "touched");
    const witness = join(folder, "witness.json");
    const words = spells(file);
    const ran = await step({ target: command(...words), ...quick, env: `WITNESS=${quoted(witness)}` });
    expect(ran.code, ran.log).toBe(0);
    const seen = JSON.parse(readFileSync(witness, "utf8")) as { args: readonly string[]; env: Record<string, string> };
    expect(seen.args).toEqual(words);
    expect(existsSync(file)).toBe(false);
    expect(existsSync(join(folder, "work/stolen.json"))).toBe(false);
    // Neither the step's own inputs nor the files and tokens of the runner are the server's business.
    const ours = Object.keys(seen.env).filter((name) => /^(INPUT_|ACTIONS_|GITHUB_(OUTPUT|STEP_SUMMARY))/.test(name));
    expect(ours).toEqual([]);
  });

  it("are refused where only a shell would understand them", async () => {
    const file = join(folder, "touched");
    for (const target of [`node $(touch ${file})`, `node server.js; touch ${file}`, `node "`, `--record=${file}`]) {
      const ran = await step({ target, ...quick });
      expect([2, 3], ran.log).toContain(ran.code);
    }
    expect(existsSync(file)).toBe(false);
  });

  it("in what a server says are no commands to the runner", async () => {
    const spell = "x ##[stop-commands]y ##[set-output name=sarif;]/etc/passwd ::add-mask::z\n::stop-commands::y\n";
    const script = `process.stderr.write(${JSON.stringify(spell)}); process.exit(1)`;
    for (const format of ["github", "terminal", "json", "markdown"]) {
      const ran = await step({ ...quick, target: [process.execPath, "-e", script].map(quoted).join(" "), format });
      expect(ran.code, ran.log).toBe(3);
      const lines = ran.log.split("\n");
      const guard = /^::stop-commands::([0-9a-f-]{36})$/;
      const from = lines.findIndex((line) => guard.test(line));
      const to = lines.indexOf(`::${guard.exec(lines[from] ?? "")?.[1]}::`);
      expect([from, to > from]).toEqual([0, true]);
      // As the runner reads: "##[" anywhere, "::" where only blanks stand before, and then nothing else in that line.
      const heard = lines
        .slice(to + 1)
        .filter((line) => /##\[/.test(line) && !/^::(error|warning|notice)[ :]/.test(line));
      expect(heard).toEqual([]);
      const commands = lines.slice(to + 1).flatMap((line) => /^\s*::([^ :]*)/.exec(line)?.[1] ?? []);
      expect(commands.filter((one) => !["error", "warning", "notice"].includes(one))).toEqual([]);
      expect(commands.length > 0).toBe(format === "github");
      expect(ran.log).toContain("##[stop-commands]");
    }
  });

  it("in any other input do nothing but fail", { timeout: 60_000 }, async () => {
    const file = join(folder, "touched");
    const target = "http://127.0.0.1:9/mcp";
    const names = [
      "format",
      "spec-version",
      "profile",
      "strict",
      "retries",
      "config",
      "baseline",
      "reports",
      "headers",
    ];
    const somewhere = names.map((name) => ({ target, [name]: `$(touch ${file})` }));
    const grades = spells(file).slice(3, 5);
    for (const inputs of [...somewhere, ...grades.map((one) => ({ target, "min-grade": one }))]) {
      const ran = await step(inputs);
      expect(ran, JSON.stringify(inputs)).toMatchObject({ code: 2, outputs: {} });
    }
    expect(existsSync(file)).toBe(false);
  });

  it("are named without being repeated", async () => {
    const broken = await step({ target: "http://127.0.0.1:9/mcp", headers: "X-Api-Key: s3cr3t-one\ns3cr3t-two" });
    expect(broken.code).toBe(2);
    expect(broken.log).toContain('::error::headers: line 2 is no "Name: value".');
    expect(broken.log).not.toContain("s3cr3t-two");
    const empty = await step({ target: "http://127.0.0.1:9/mcp", headers: "X-Api-Key:" });
    expect(empty.log).toContain("has no value (an empty secret?)");
    const flag = await step({ strict: "maybe\n::error::injected" });
    expect(flag).toMatchObject({ code: 2, outputs: {} });
    expect(flag.log).not.toMatch(/^::error::injected/m);
  });
});

describe("secrets", () => {
  /** A tool that tells how it was started before it is the tool. */
  function witnessed(): { readonly path: string; args(): readonly string[] } {
    const path = join(folder, "witness.mjs");
    const file = join(folder, "args.json");
    writeFileSync(
      path,
      `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(file)}, JSON.stringify(process.argv));\nawait import(${JSON.stringify(tool.args[0])});\n`,
    );
    return { path, args: () => JSON.parse(readFileSync(file, "utf8")) as readonly string[] };
  }

  it("are on no command line, in no log and in no report", async () => {
    const token = "s3cr3t-t0ken-0123456789";
    const key = 'k3y "quoted" $(x) 99';
    const heard: string[] = [];
    const server = reference("2026-07-28", {
      auth: { tokens: [token], scope: "all", authorizationServers: ["https://as.example"] },
    });
    const listening = await listenHttp((request) => {
      heard.push(...request.headers.filter(([name]) => name.toLowerCase() === "x-api-key").map(([, value]) => value));
      return server.http(request);
    });
    ends.push(() => listening.close());
    const { path, args } = witnessed();
    const ran = await step({
      target: listening.url,
      only: "tools-list",
      auth: `Bearer ${token}\n`,
      headers: `X-Api-Key: ${key}\r\nX-Mode: plain`,
      executable: path,
      reports: "html=report.html",
    });
    expect(ran.code, ran.log).toBe(0);
    expect(ran.outputs["grade"]).toBe("A");
    expect(heard).toContain(key);
    const masks = ran.log.split("\n").filter((line) => line.startsWith("::add-mask::"));
    expect(masks).toContain(`::add-mask::${token}`);
    const log = ran.log.split("\n").filter((line) => !line.startsWith("::add-mask::"));
    const report = readFileSync(join(folder, "work/report.html"), "utf8");
    for (const text of [args().join("\n"), log.join("\n"), ran.summary, report]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(key);
    }
  });

  it("of a URL are no command's", async () => {
    const witness = join(folder, "witness.json");
    const { path, args } = witnessed();
    const ran = await step({
      target: command(),
      ...quick,
      auth: "Bearer s3cr3t-t0ken-0123456789",
      headers: "X-Api-Key: s3cr3t-key-0123456789",
      env: `WITNESS=${quoted(witness)}`,
      executable: path,
    });
    expect(ran.code, ran.log).toBe(0);
    expect(readFileSync(witness, "utf8") + args().join()).not.toContain("s3cr3t");
    expect(ran.log).toContain("::notice::auth and headers are for URLs");
  });

  it("of the server are in a file that is gone afterwards", async () => {
    const witness = join(folder, "witness.json");
    const { path, args } = witnessed();
    const env = `WITNESS=${quoted(witness)}\nAPI_KEY="s3cr3t value"`;
    const ran = await step({ target: command(), ...quick, env, executable: path });
    expect(ran.code, ran.log).toBe(0);
    expect(JSON.parse(readFileSync(witness, "utf8"))).toMatchObject({ env: { API_KEY: "s3cr3t value" } });
    const file =
      args()
        .find((one) => one.startsWith("--env-file="))
        ?.slice("--env-file=".length) ?? "";
    expect(file).toContain(folder);
    expect(existsSync(file)).toBe(false);
    expect(args().join("\n")).not.toContain("s3cr3t");
  });
});

describe("what is downloaded", () => {
  const NAME = executableName();
  const sumOf = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");

  /** A program as a release has it: one file that starts by itself. */
  const executable = (version = VERSION) =>
    version === VERSION
      ? `#!${process.execPath}\nimport(${JSON.stringify(tool.args[0])});\n`
      : `#!${process.execPath}\nconsole.log(${JSON.stringify(version)});\n`;

  /** Serves files by their path; a text that begins with -> is an address to go to. */
  async function folderOf(files: Readonly<Record<string, string | Buffer>>) {
    const asked: string[] = [];
    const server = createServer(({ url = "" }, response) => {
      const path = decodeURIComponent(url);
      asked.push(path);
      const file = files[path];
      if (file === undefined) response.writeHead(404).end("no");
      else if (typeof file === "string" && file.startsWith("->"))
        response.writeHead(302, { location: file.slice(2) }).end();
      else response.end(file);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    ends.push(() => new Promise((resolve) => server.close(resolve)));
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
  }

  const download = (
    url: string,
    more: Readonly<Record<string, string>> = {},
    env: Readonly<Record<string, string>> = {},
  ) => step({ target: command(), ...quick, executable: "", "download-url": url, ...more }, env);

  it("is named as a release names it", () => {
    const names = BUN_TARGETS.map(({ os, cpu, libc }) => executableName(os, cpu, libc === "musl"));
    expect(names).toEqual(BUN_TARGETS.map(({ name }) => releasedName(name)));
    expect(() => executableName("freebsd", "x64", false)).toThrow("there is none for freebsd x64");
  });

  it("is run when its sum is right, over redirects as well", async () => {
    const body = executable();
    const { url, asked } = await folderOf({
      "/v/SHA256SUMS": `${"0".repeat(64)}  ${NAME}.other\n${sumOf(body)}  ${NAME}\n`,
      [`/v/${NAME}`]: "->/stored",
      "/stored": body,
    });
    const ran = await download(`${url}/v/`);
    expect(ran.code, ran.log).toBe(0);
    expect(ran.outputs["grade"]).toBe("A");
    expect(ran.log).not.toContain("npm");
    expect(asked).toEqual(["/v/SHA256SUMS", `/v/${NAME}`, "/stored"]);
  });

  it("comes from the release of the action's own version", async () => {
    const body = executable();
    const base = `/some-owner/some.name/releases/download/v${VERSION}`;
    const { url } = await folderOf({ [`${base}/SHA256SUMS`]: `${sumOf(body)} *${NAME}\n`, [`${base}/${NAME}`]: body });
    const where = { GITHUB_SERVER_URL: url, ACTION_REPOSITORY: "some-owner/some.name" };
    const ran = await step({ target: command(), ...quick, executable: "" }, where);
    expect(ran.code, ran.log).toBe(0);
    expect(ran.log).not.toContain("npm");
  });

  it("is never run when its sum is wrong, and nothing else is", async () => {
    const touched = join(folder, "touched");
    const body = `#!${process.execPath}\nrequire("node:fs").writeFileSync(${JSON.stringify(touched)}, "");\n`;
    const { url } = await folderOf({ "/SHA256SUMS": `${sumOf("another")}  ${NAME}\n`, [`/${NAME}`]: body });
    const ran = await download(url);
    expect(ran).toMatchObject({ code: 1, outputs: {} });
    expect(ran.log).toMatch(/^::error::.*It was not run\.$/m);
    expect(ran.log).not.toContain("npm package");
    expect(existsSync(touched)).toBe(false);
    const left = readdirSync(join(folder, "temp"), { recursive: true }).map(String);
    expect(left.filter((one) => one.endsWith("mcp-compliance"))).toEqual([]);
  });

  it.each(["http://example.com/x", "ftp://127.0.0.1/x", "no address"])("is not looked for at %s", async (url) => {
    const ran = await download(url);
    expect(ran.code).toBe(2);
    expect(ran.log).toContain("::error::download-url must be an https:// address.");
  });

  /** A registry with one package, the tool. */
  async function registry() {
    const pack = join(folder, "pack/package");
    mkdirSync(join(pack, "bin"), { recursive: true });
    writeFileSync(join(pack, "bin/tool.mjs"), `await import(${JSON.stringify(tool.args[0])});\n`);
    const about = { name: "mcp-compliance", version: VERSION, bin: { "mcp-compliance": "bin/tool.mjs" } };
    writeFileSync(join(pack, "package.json"), JSON.stringify(about));
    const file = join(folder, "tool.tgz");
    execFileSync("tar", ["-czf", file, "-C", join(folder, "pack"), "package"]);
    const tarball = readFileSync(file);
    const files: Record<string, string | Buffer> = { "/tool.tgz": tarball };
    const served = await folderOf(files);
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    const versions = { [VERSION]: { ...about, dist: { tarball: `${served.url}/tool.tgz`, integrity } } };
    files["/mcp-compliance"] = JSON.stringify({ name: "mcp-compliance", "dist-tags": { latest: VERSION }, versions });
    return served;
  }

  it.each([
    ["there is no release", () => ({})],
    [
      "it is of another version",
      (other: string) => ({ "/SHA256SUMS": `${sumOf(other)}  ${NAME}\n`, [`/${NAME}`]: other }),
    ],
  ] as const)("is the npm package of the same version where %s", { timeout: 60_000 }, async (_why, files) => {
    const { url } = await folderOf(files(executable("9.9.9")) as Readonly<Record<string, string>>);
    const packages = await registry();
    const ran = await download(url, {}, { npm_config_registry: packages.url });
    expect(ran.code, ran.log).toBe(0);
    expect(ran.log).toMatch(/^::notice::No executable of version .*; using the npm package\.$/m);
    expect(ran.outputs["grade"]).toBe("A");
    expect(packages.asked).toContain("/tool.tgz");
  });

  it.each([
    ["it is not among the sums", "is not in SHA256SUMS", (sum: string) => `${sum}  other\n`],
    ["it does not start", "it does not start", (sum: string) => `${sum}  ${NAME}\n`],
    ["a way without TLS is shown", "redirects to no https:// address", () => "->http://example.com/SHA256SUMS"],
    ["a file is shown", "redirects to no https:// address", () => "->file:///etc/passwd"],
    ["it is shown in circles", "redirects too often", () => "->/SHA256SUMS"],
    ["the list of sums does not end", "has more than 1000000 bytes", () => "x".repeat(2_000_000)],
  ] as const)("is asked of npm where %s, which says why", async (_why, expected, sums) => {
    const broken = "#!/no/such/loader\n";
    const { url } = await folderOf({ "/SHA256SUMS": sums(sumOf(broken)), [`/${NAME}`]: broken });
    const bin = join(folder, "bin");
    mkdirSync(bin);
    writeFileSync(join(bin, "npm"), '#!/bin/sh\necho "npm was asked for" "$@"\nexit 7\n');
    chmodSync(join(bin, "npm"), 0o755);
    const ran = await download(url, {}, { PATH: `${bin}:${process.env["PATH"]}` });
    expect(ran).toMatchObject({ code: 1, outputs: {} });
    expect(ran.log).toContain(expected);
    expect(ran.log).toMatch(new RegExp(`npm was asked for install .*mcp-compliance@${VERSION}$`, "m"));
    expect(ran.log).toContain("npm ended with code 7");
  });

  it("fails with both causes where there is neither", { timeout: 60_000 }, async () => {
    const { url } = await folderOf({});
    const ran = await download(url, {}, { npm_config_registry: url, npm_config_fetch_retries: "0" });
    expect(ran).toMatchObject({ code: 1, outputs: {} });
    expect(ran.log).toContain("HTTP 404 for /SHA256SUMS");
    expect(ran.log).toMatch(/^::error::mcp-compliance@.* could not be installed/m);
  });

  it("is nothing where an executable is given", async () => {
    const path = join(folder, "own tool");
    writeFileSync(path, executable());
    chmodSync(path, 0o755);
    const ran = await step({ target: command(), ...quick, executable: path, "download-url": "http://127.0.0.1:9" });
    expect(ran.code, ran.log).toBe(0);
    const missing = await step({ target: command(), executable: "nowhere" });
    expect(missing.code).toBe(2);
    expect(missing.log).toContain("::error::executable: there is no file nowhere.");
  });
});
