import { cut } from "../model/cut.ts";
import type { Exchange } from "../model/exchange.ts";
import { isObject, type Json } from "../model/json.ts";
import type { ProbeRun } from "../model/recording.ts";
import type { Revision } from "../model/revision.ts";
import { challengesOf, exitText, headersOf, mediaTypeOf, replyOf, statusOf } from "../protocol/answer.ts";
import { MODERN_CODES } from "../protocol/dialects/2026-07-28.ts";
import { headerValue } from "../protocol/headers.ts";
import { lastWords } from "./last-words.ts";
import { createRecorder } from "./recorder.ts";
import { type Channel, type Numbers, openChannel, talkOn } from "./talk.ts";
import type { Chosen, World } from "./world.ts";

/** How long a wait may be silent before the status line names it. */
const STATUS_AFTER_MS = 2000;

/** The run under which the first `server/discover` is kept where it is not the catalogue's own greeting. */
export const DETECTION = "detection";

/** The probe whose first request detection has made already, in a run of 2026-07-28. */
const DISCOVER_PROBE = "lifecycle/discover";

export interface Detected extends Chosen {
  readonly seeds: readonly ProbeRun[];
  /** The child that has been spoken to and goes on. */
  readonly main: Channel | undefined;
}

/** What an answer to `server/discover` says about the server's era. */
type Era =
  | { readonly kind: "modern"; readonly why: string; readonly supported: readonly string[] }
  | { readonly kind: "legacy"; readonly why: string }
  | { readonly kind: "refused"; readonly note: string; readonly warning: string }
  | { readonly kind: "exited"; readonly code: string; readonly stderr: string }
  | { readonly kind: "timeout" }
  | { readonly kind: "unreachable"; readonly why: string };

/** Chooses the revision by one conformant `server/discover`. On HTTP a pinned run sends it too, for its side notes. */
export async function detect(world: World, pinned: Revision | undefined, numbers: Numbers): Promise<Detected> {
  if (pinned !== undefined && world.target.kind === "stdio") {
    return { revision: pinned, chosen: "pinned", warnings: [], seeds: [], main: undefined };
  }
  const recorder = createRecorder(DISCOVER_PROBE, world);
  const http = world.target.kind === "http";
  const channel = openChannel(world, "main", "2026-07-28", {});
  const talk = talkOn(world, channel, recorder, numbers);
  const first = http ? world.limits.preflightTimeoutMs : world.limits.startupTimeoutMs;
  let answer = await noticing(world, pinned, () => talk.ask("discover", "server/discover", {}, { timeoutMs: first }));
  let era = eraOf(answer, world);
  if (era.kind === "timeout" && http && !world.signal.aborted) {
    world.onStatus(`No answer within ${first} ms; asking once more within ${world.limits.startupTimeoutMs} ms`);
    answer = await talk.ask("discover", "server/discover", {}, { timeoutMs: world.limits.startupTimeoutMs });
    era = eraOf(answer, world);
  }
  const exchanges = recorder.exchanges().map((one): Exchange => (one === answer ? one : { ...one, part: "setup" }));
  const chosen =
    pinned === undefined ? chooseBy(era) : { revision: pinned, chosen: "pinned", warnings: pinNotes(era, pinned) };
  const modern = chosen.revision === "2026-07-28";
  const run: ProbeRun = { probe: modern ? DISCOVER_PROBE : DETECTION, exchanges, outcome: { kind: "done" } };
  if (era.kind === "exited") {
    return { ...chosen, seeds: [run], main: undefined };
  }
  // A child that has only been asked to discover is as good as new for the older revision.
  channel.revision = chosen.revision;
  return { ...chosen, seeds: [run], main: channel };
}

/**
 * Where the endpoint of an HTTP target has moved to, with method and body kept (307, 308), on the same origin: `/mcp` to
 * `/mcp/` is what many frameworks do, and clients follow. Undefined where it has not, or would lead elsewhere.
 */
export function movedTo(
  detected: Detected,
  url: string,
): { readonly url: string; readonly status: number } | undefined {
  const answer = detected.seeds.at(-1)?.exchanges.at(-1);
  const status = answer === undefined ? undefined : statusOf(answer);
  if (answer === undefined || (status !== 307 && status !== 308)) return undefined;
  const location = headerValue(headersOf(answer), "location");
  if (location === undefined || !URL.canParse(location, url)) return undefined;
  const there = new URL(location, url);
  return there.origin === new URL(url).origin && there.href !== url ? { url: there.href, status } : undefined;
}

async function noticing<T>(world: World, pinned: Revision | undefined, wait: () => Promise<T>): Promise<T> {
  const over = new AbortController();
  if (pinned === undefined) {
    void world.sleep(STATUS_AFTER_MS, over.signal).then(() => {
      if (over.signal.aborted || world.signal.aborted) return;
      world.onStatus("Waiting for the answer to server/discover; --spec-version 2025-11-25 skips this wait");
    });
  }
  const result = await wait();
  over.abort();
  return result;
}

function eraOf(exchange: Exchange, world: World): Era {
  const reply = replyOf(exchange);
  const status = statusOf(exchange);
  if (reply.kind === "result" && isDiscoverResult(reply.result)) {
    const supported = supportedOf(reply.result);
    return { kind: "modern", why: `supportedVersions [${listed(supported)}]`, supported };
  }
  if (reply.kind === "error" && MODERN_CODES.includes(reply.code)) {
    return { kind: "modern", why: `JSON-RPC error ${codeText(reply.code)}`, supported: [] };
  }
  if (status === 401 || status === 403) return refusedEra(exchange, status, world);
  if (reply.kind === "error") return { kind: "legacy", why: `JSON-RPC error ${codeText(reply.code)}, legacy` };
  if (reply.kind === "result") return { kind: "legacy", why: "a result that is no DiscoverResult, legacy" };
  if (reply.kind === "foreign") return { kind: "legacy", why: "a response with another id, legacy" };
  if (reply.kind === "status") {
    const type = mediaTypeOf(exchange);
    const what = type === "text/html" ? "an HTML page" : "no JSON-RPC body";
    return { kind: "legacy", why: `HTTP ${reply.status} with ${what}, legacy` };
  }
  const ending = exchange.ending;
  if (ending.kind === "exited") return { kind: "exited", code: exitText(ending), stderr: ending.stderr };
  if (ending.kind === "timeout") return { kind: "timeout" };
  if (ending.kind === "refused" || ending.kind === "reset" || ending.kind === "malformed") {
    return { kind: "unreachable", why: reply.why };
  }
  return { kind: "legacy", why: `${reply.why}, legacy` };
}

function isDiscoverResult(result: Json): boolean {
  return isObject(result) && ("supportedVersions" in result || ("capabilities" in result && "resultType" in result));
}

/** A code is a number. Whatever else stands in its place may not be turned into a text: its members decide how. */
function codeText(code: Json): string {
  if (typeof code === "number") return String(code);
  return typeof code === "string" ? cut(code, LONGEST_VERSION) : "whose code is no number";
}

/** Versions that are told, and characters of each. */
const MOST_VERSIONS = 10;
const LONGEST_VERSION = 40;

function listed(versions: readonly string[]): string {
  const told = versions.slice(0, MOST_VERSIONS).map((one) => cut(one, LONGEST_VERSION));
  return [...told, ...(told.length < versions.length ? [`and ${versions.length - told.length} more`] : [])].join(", ");
}

function supportedOf(result: Json): readonly string[] {
  const versions = isObject(result) ? result["supportedVersions"] : undefined;
  return Array.isArray(versions) ? versions.filter((one): one is string => typeof one === "string") : [];
}

/** 401 and 403 say nothing about the era. The words depend on whether a credential was sent and on the challenge. */
function refusedEra(exchange: Exchange, status: number, world: World): Era {
  const headers = headersOf(exchange);
  const bearer = challengesOf(headers).find((one) => one.scheme === "bearer");
  const sent = world.target.kind === "http" ? headerValue(world.target.headers, "authorization") : undefined;
  const meaningless = "the server's revision could not be determined and the grade below is not meaningful";
  if (sent === undefined && (status === 401 || bearer !== undefined)) {
    return {
      kind: "refused",
      note: "authentication required -- pass --auth",
      warning: `The server requires authentication (HTTP ${status}): ${meaningless}. Run again with --auth "Bearer <token>"`,
    };
  }
  const error = bearer?.params["error"];
  if (sent !== undefined && (status === 401 || error !== undefined)) {
    return {
      kind: "refused",
      note: "credential rejected -- check --auth",
      warning: `The server rejected the credential (HTTP ${status}${error === undefined ? "" : `: ${reasonOf(error)}`}): ${meaningless}. Check --auth`,
    };
  }
  const reply = replyOf(exchange);
  const message = reply.kind === "error" && isObject(reply.error) ? reply.error["message"] : undefined;
  const said = typeof message === "string" ? ` and said "${message}"` : "";
  const hint =
    sent === undefined
      ? "Check Host and Origin validation and any gateway in front of it; pass --auth only if the server does require a credential"
      : "Check Host and Origin validation, any gateway in front of it, and what the token permits";
  return {
    kind: "refused",
    note: `forbidden -- Host/Origin validation, a gateway, or ${sent === undefined ? "missing credentials" : "token permissions"}`,
    warning: `The server answered HTTP ${status}${said}: ${meaningless}. ${hint}`,
  };
}

function reasonOf(error: string): string {
  if (error === "invalid_token") return "an invalid or expired token";
  if (error === "insufficient_scope") return "a missing scope or permission";
  return error;
}

function chooseBy(era: Era): Chosen {
  const pick = (revision: Revision, why: string, more: readonly string[] = []): Chosen => ({
    revision,
    chosen: `auto-detected from server/discover: ${why}`,
    warnings: [
      ...more,
      `Spec version auto-detected as ${revision} (server/discover -> ${why}). Pin with --spec-version to override.`,
    ],
  });
  switch (era.kind) {
    case "modern":
      return pick("2026-07-28", era.why, dualNote(era.supported));
    case "legacy":
      return pick("2025-11-25", era.why);
    case "refused":
      return {
        revision: "2025-11-25",
        chosen: `could not be determined: ${era.note}`,
        warnings: [
          era.warning,
          `Spec version could not be determined (server/discover -> ${era.note}); graded as 2025-11-25.`,
        ],
      };
    case "exited":
      return pick("2025-11-25", `the process ended (${era.code}), legacy`, [
        `The server process ended on the server/discover probe (${era.code}); a fresh one was started and is graded as 2025-11-25. --spec-version 2025-11-25 skips the probe.${lastWords(era.stderr)}`,
      ]);
    case "timeout":
      return pick("2025-11-25", "no response, legacy");
    case "unreachable":
      return pick("2025-11-25", `no answer (${era.why})`);
  }
}

function dualNote(supported: readonly string[]): readonly string[] {
  return supported.includes("2025-11-25")
    ? [
        `Server is dual-era (supportedVersions [${listed(supported)}]); this run grades its 2026-07-28 side. Pin --spec-version 2025-11-25 to grade the other.`,
      ]
    : [];
}

/** A pinned run whose server plainly speaks the other era says so. */
function pinNotes(era: Era, pinned: Revision): readonly string[] {
  if (era.kind === "refused") return [era.warning];
  if (pinned === "2025-11-25" && era.kind === "modern") {
    if (era.supported.includes("2025-11-25")) {
      return [
        `Server is dual-era (supportedVersions [${listed(era.supported)}]); this run grades its 2025-11-25 side.`,
      ];
    }
    return [
      `Server answered the 2026-07-28 server/discover probe with ${era.supported.length > 0 ? "a DiscoverResult" : "a modern error"} (${era.why}); this run is pinned to 2025-11-25. Re-run with --spec-version 2026-07-28 (or auto) to grade it.`,
    ];
  }
  if (pinned === "2026-07-28" && era.kind === "legacy" && speaksOfEra(era.why)) {
    return [
      `Server answered the 2026-07-28 server/discover probe with ${era.why}; this run is pinned to 2026-07-28. Re-run with --spec-version 2025-11-25 (or auto) to grade it.`,
    ];
  }
  return [];
}

/** A JSON-RPC body or a 4xx is a sign of the era; a 5xx or an HTML page is none. */
function speaksOfEra(why: string): boolean {
  return why.startsWith("JSON-RPC error") || /^HTTP 4\d\d with no JSON-RPC body/.test(why);
}

/** To be said when the fresh child ended too, before it answered `initialize`. */
export function exitsAtStartup(run: ProbeRun | undefined): string | undefined {
  const last = run?.exchanges.at(-1);
  if (last?.ending.kind !== "exited" || run?.exchanges.some((one) => one.frames.length > 0)) return undefined;
  return `The server exits at startup (${exitText(last.ending)}), whatever it is asked: check the command, its arguments and its environment.${lastWords(last.ending.stderr)}`;
}

/**
 * What to look at when the greeting found no server: nothing listens, nothing starts, or a page answers. `name` is the
 * target as the report shows it.
 */
export function wrongDoor(runs: readonly ProbeRun[], greeting: string, name: string): string | undefined {
  const last = runs.find((run) => run.probe === greeting)?.exchanges.at(-1);
  if (last === undefined) return undefined;
  const { ending } = last;
  if (ending.kind === "timeout" && last.sent?.kind === "stdio") return silentChild(runs);
  if (ending.kind === "refused" && last.sent?.kind === "stdio") {
    return `The command could not be started (${ending.detail}): check the command, its path and the working directory.`;
  }
  if (ending.kind === "refused") {
    if (/certificate|\bCERT_/i.test(ending.detail)) {
      const ways = "name the authority that signed it with --ca, or take any certificate with --insecure";
      return `The TLS certificate of ${name} is not trusted (${ending.detail.trim()}): ${ways}.`;
    }
    return /wrong version number|packet length too long/i.test(ending.detail)
      ? `There is no TLS at ${name}; it seems to speak plain http: try http://.`
      : `There is no connection to ${name} (${ending.detail.trim()}): check that the server runs, and the URL's host and port.`;
  }
  const reply = replyOf(last);
  if (reply.kind !== "status") return undefined;
  if (reply.status >= 300 && reply.status < 400) return redirected(last, reply.status, name);
  // 401 and 403 have a warning of their own; 429 and most of 5xx are a gateway's or the moment's, not the address's.
  const html = mediaTypeOf(last) === "text/html";
  const wrong = [404, 405, 410].includes(reply.status) || (html && (reply.status <= 400 || reply.status === 501));
  if (!wrong) return undefined;
  const what = `HTTP ${reply.status} with ${html ? "an HTML page" : "no JSON-RPC message"}`;
  return `What answers at ${name} does not look like an MCP endpoint (${what}): check the URL's path; often it is /mcp.`;
}

/** A redirect that was not followed: to another origin, in a circle, or one that would make a GET of a POST. */
function redirected(exchange: Exchange, status: number, name: string): string | undefined {
  const location = headerValue(headersOf(exchange), "location");
  const from = exchange.sent?.kind === "http" ? exchange.sent.url : undefined;
  if (location === undefined || from === undefined || !URL.canParse(location, from)) return undefined;
  const { origin, pathname, href } = new URL(location, from);
  if (href === from) return `${name} redirects to itself (HTTP ${status}): check the URL's path; often it is /mcp.`;
  return `${name} redirects to ${origin}${pathname} (HTTP ${status}), which is not followed: test that address, if it is the server's.`;
}

/** A child that runs and does not answer. What it printed may be the reason: the address of a server on HTTP, often. */
function silentChild(runs: readonly ProbeRun[]): string | undefined {
  const frames = runs.flatMap((run) => run.exchanges.flatMap((one) => one.frames));
  if (frames.some((frame) => frame.kind === "line" && /^\s*[{[]/.test(frame.text))) return undefined;
  const line = frames.find((frame) => frame.kind === "line");
  const said =
    line === undefined
      ? "wrote nothing on stdout"
      : `wrote on stdout only text, no message: ${cut(line.text, LONGEST_LINE)}`;
  return (
    `The command runs, but ${said}. Check that it speaks MCP on stdio; if it listens on a port, test its URL. ` +
    "--startup-timeout gives it more time."
  );
}

/** Characters of a line of stdout in a warning. */
const LONGEST_LINE = 200;
