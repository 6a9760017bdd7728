import { type Revision, UserFault } from "../model/mod.ts";
import { didYouMean } from "../model/nearest.ts";
import type { ToolChoice } from "../reference/choose.ts";
import { REPORT_FORMATS, type ReportFormat } from "../witness/report.ts";
import type { Argv } from "./argv.ts";
import { choice } from "./argv.ts";
import { parseList, parseWhole } from "./values.ts";

export interface ServeSettings {
  readonly eras: Revision | "dual";
  readonly transport: "http" | "stdio";
  readonly host: string;
  readonly port: number;
  /** Lower case: names, with a port or without. */
  readonly servedAs: readonly string[];
  /** Lower case: whole origins. */
  readonly origins: readonly string[];
  readonly tools: ToolChoice | undefined;
  readonly pageSize: number | undefined;
  readonly fixtures: "reference" | "official";
  readonly latencyMs: number;
  readonly log: boolean;
  readonly strict: boolean;
  readonly reports: readonly { readonly format: ReportFormat; readonly file: string }[];
}

const DEFAULT_PORT = 3000;
const DEFAULT_HOST = "127.0.0.1";
const MOST_TOOLS = 10_000;
const LONGEST_LATENCY_MS = 600_000;

/** @throws UserFault on a value that is none, and on options that do not go together. */
export function serveSettings({ values, flags }: Argv): ServeSettings {
  const last = (name: string) => values.get(name)?.at(-1);
  const transport = (last("transport") as "http" | "stdio" | undefined) ?? "http";
  if (transport === "stdio") {
    for (const name of ["port", "host", "allow-host", "allow-origin"]) {
      if (values.has(name))
        throw new UserFault(`--${name} is for --transport http: over stdio there is no address. Leave it out.`);
    }
  }
  const host = last("host") ?? DEFAULT_HOST;
  const servedAs = (values.get("allow-host") ?? []).map(hostOf);
  if (!isLoopback(host) && servedAs.length === 0) {
    throw new UserFault(
      `--host ${host} is not loopback: whoever reaches this machine reaches the server. Name the hosts that clients use, as in ` +
        "--allow-host build.example.com, so that no web page can come in by DNS rebinding; web pages need --allow-origin.",
    );
  }
  const latency = last("latency");
  const page = last("page-size");
  const tools = last("tools");
  return {
    eras: (last("spec-version") as Revision | "dual" | undefined) ?? "dual",
    transport,
    host: host === "localhost" ? DEFAULT_HOST : host.replace(/^\[(.*)\]$/, "$1"),
    port: last("port") === undefined ? DEFAULT_PORT : parseWhole("--port", last("port") ?? "", 0, 65_535, "", "8080"),
    servedAs,
    origins: (values.get("allow-origin") ?? []).map(originOf),
    tools: tools === undefined ? undefined : toolsOf(tools),
    pageSize: page === undefined ? undefined : parseWhole("--page-size", page, 1, 1000, "", "50"),
    fixtures: last("fixtures") === "official" ? "official" : "reference",
    latencyMs:
      latency === undefined ? 0 : parseWhole("--latency", latency, 0, LONGEST_LATENCY_MS, "milliseconds", "200"),
    log: flags.get("log") === true,
    strict: flags.get("strict") === true,
    reports: (values.get("report") ?? []).map(reportOf),
  };
}

/** 127.0.0.0/8, ::1 and localhost, exactly. */
function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

function hostOf(text: string): string {
  const ok = /^(?:[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/.test(text);
  if (!ok)
    throw new UserFault(
      `--allow-host: "${text}" is no host. Expected a name or an address, with a port or without, as in --allow-host build.example.com:8080.`,
    );
  return text.toLowerCase();
}

function originOf(text: string): string {
  const wrong = new UserFault(
    `--allow-origin: "${text}" is no origin. Expected scheme and host, and the port where it is not the usual one, as in --allow-origin https://app.example.com.`,
  );
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw wrong;
  }
  if ((url.protocol !== "http:" && url.protocol !== "https:") || url.origin !== text.toLowerCase().replace(/\/$/, ""))
    throw wrong;
  return url.origin;
}

function toolsOf(text: string): ToolChoice {
  if (text === "none") return { count: 0 };
  if (/^[+-]?\d+$/.test(text)) return { count: parseWhole("--tools", text, 0, MOST_TOOLS, "", "50") };
  const names = parseList([text]);
  if (names.length === 0)
    throw new UserFault(
      "--tools: no name. Expected a number, names divided by commas, or none, as in --tools echo,sum.",
    );
  return { names };
}

/** @throws UserFault on a name that is none of the server's tools. */
export function checkTools(tools: ToolChoice | undefined, all: readonly string[]): void {
  if (tools === undefined || "count" in tools) return;
  const unknown = tools.names.find((one) => !all.includes(one));
  if (unknown !== undefined)
    throw new UserFault(`--tools: there is no tool "${unknown}".${didYouMean(unknown, all)} Tools: ${all.join(", ")}.`);
}

function reportOf(text: string): { readonly format: ReportFormat; readonly file: string } {
  const equals = text.indexOf("=");
  if (equals <= 0 || equals === text.length - 1) {
    throw new UserFault(`--report: expected format=file, as in --report json=clients.json, got "${text}".`);
  }
  return {
    format: choice("--report", text.slice(0, equals), REPORT_FORMATS) as ReportFormat,
    file: text.slice(equals + 1),
  };
}
