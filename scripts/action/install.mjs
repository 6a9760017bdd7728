/** Gets the tool of this action's own version: the executable of the release, checked by its sum; else the npm package. */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { InputError } from "./inputs.mjs";

/** Milliseconds for a download. */
const PATIENCE_MS = 180_000;
/** Bytes: of the list of sums, and of an executable. */
const MOST_SUMS = 1_000_000;
const MOST_BYTES = 1_000_000_000;

/** A sum that is not the published one: nothing is run then, from wherever. */
export class WrongSum extends Error {}

/**
 * @param {{ version: string, repository: string, downloadUrl: string, server: string, temp: string, say: (line: string) => void }} about
 * @returns {Promise<{ command: string, args: string[] }>}
 */
export async function install(about) {
  try {
    return await fromRelease(about);
  } catch (error) {
    if (error instanceof WrongSum || error instanceof InputError) throw error;
    about.say(`No executable of version ${about.version} (${messageOf(error)}); using the npm package.`);
    return await fromNpm(about);
  }
}

async function fromRelease({ version, repository, downloadUrl, server, temp }) {
  const base = baseOf(downloadUrl, server, repository, version);
  const name = executableName();
  const sums = await text(`${base}/SHA256SUMS`);
  const line = sums.split("\n").find((one) => one.slice(66) === name);
  const wanted = /^[0-9a-f]{64}(?= [ *])/.exec(line ?? "")?.[0];
  if (wanted === undefined) throw new Error(`${name} is not in SHA256SUMS`);
  const path = join(temp, process.platform === "win32" ? "mcp-compliance.exe" : "mcp-compliance");
  await download(`${base}/${name}`, path);
  const found = await sumOf(path);
  if (found !== wanted) {
    rmSync(path, { force: true });
    throw new WrongSum(`${name} has the SHA-256 sum ${found}, and SHA256SUMS says ${wanted}. It was not run.`);
  }
  chmodSync(path, 0o755);
  const said = await output(path, ["--version"]);
  if (said !== version) throw new Error(`it calls itself ${JSON.stringify(said.slice(0, 40))}`);
  return { command: path, args: [] };
}

function baseOf(downloadUrl, server, repository, version) {
  if (downloadUrl === "" && !/^[\w.-]+\/[\w.-]+$/.test(repository)) throw new Error("this action is of no repository");
  const address = downloadUrl || `${server}/${repository}/releases/download/v${version}`;
  if (!isSafe(address)) throw new InputError("download-url must be an https:// address.");
  return new URL(address).href.replace(/\/+$/, "");
}

/** Nobody on the way can change what comes from there: the sums come the same way as what they are of. */
function isSafe(address) {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(hostname));
}

/** As scripts/release/targets.ts names them. */
export function executableName(platform = process.platform, arch = process.arch, musl = isMusl()) {
  const os = { linux: "linux", darwin: "darwin", win32: "windows" }[platform];
  if (os === undefined || !["x64", "arm64"].includes(arch)) throw new Error(`there is none for ${platform} ${arch}`);
  const libc = os === "linux" && musl ? "-musl" : "";
  return `mcp-compliance-${os}-${arch}${libc}${os === "windows" ? ".exe" : ""}`;
}

function isMusl() {
  return process.platform === "linux" && process.report.getReport().header.glibcVersionRuntime === undefined;
}

async function text(url) {
  const response = await get(url);
  const pieces = [];
  for await (const piece of limited(response.body, MOST_SUMS, url)) pieces.push(piece);
  return Buffer.concat(pieces).toString("utf8");
}

async function download(url, path) {
  const response = await get(url);
  await pipeline(limited(response.body, MOST_BYTES, url), createWriteStream(path, { mode: 0o600 }));
}

async function* limited(body, most, url) {
  let bytes = 0;
  for await (const piece of body) {
    bytes += piece.length;
    if (bytes > most) throw new Error(`${new URL(url).pathname} has more than ${most} bytes`);
    yield piece;
  }
}

async function get(url, redirects = 5) {
  let response;
  try {
    response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    throw new Error(`${new URL(url).host}: ${messageOf(error.cause ?? error)}`);
  }
  const location = response.headers.get("location");
  if (response.status >= 300 && response.status < 400 && location !== null) {
    await response.body?.cancel();
    const next = URL.canParse(location, url) ? new URL(location, url).href : "";
    if (!isSafe(next)) throw new Error(`${new URL(url).host} redirects to no https:// address`);
    if (redirects === 0) throw new Error(`${new URL(url).host} redirects too often`);
    return await get(next, redirects - 1);
  }
  if (!response.ok || response.body === null) throw new Error(`HTTP ${response.status} for ${new URL(url).pathname}`);
  return response;
}

async function sumOf(path) {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** npm runs in a folder of its own, with arguments that are all ours. */
async function fromNpm({ version, temp }) {
  const folder = join(temp, "npm");
  await mkdir(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-save", `mcp-compliance@${version}`];
  // npm is a batch file on Windows, which only a shell starts; there is nothing of a user in the arguments.
  const code = await new Promise((resolve, reject) => {
    const child = spawn("npm", args, { cwd: folder, stdio: ["ignore", 2, 2], shell: process.platform === "win32" });
    child.on("error", () => reject(new Error("npm could not be started: install Node, or give executable")));
    child.on("close", resolve);
  });
  if (code !== 0) throw new Error(`mcp-compliance@${version} could not be installed: npm ended with code ${code}`);
  const installed = join(folder, "node_modules/mcp-compliance");
  const { bin, version: found } = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
  const main = join(installed, typeof bin === "string" ? bin : (bin?.["mcp-compliance"] ?? ""));
  if (found !== version || !existsSync(main)) throw new Error(`npm installed no mcp-compliance ${version}`);
  return { command: process.execPath, args: [main] };
}

/** What a program prints, when it ends well. */
function output(command, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ["ignore", "pipe", "ignore"] });
    let said = "";
    child.stdout.setEncoding("utf8").on("data", (piece) => {
      said += piece;
    });
    child.on("error", (error) => reject(new Error(`it does not start: ${messageOf(error)}`)));
    child.on("close", (code) => (code === 0 ? resolve(said.trim()) : reject(new Error(`it ended with code ${code}`))));
  });
}

export function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
