import { checkHeader } from "../cli/values.ts";
import {
  type Header,
  type HttpTarget,
  isObject,
  type Json,
  type JsonObject,
  type Revision,
  UserFault,
} from "../model/mod.ts";

/** What mcp_compliance_test is asked for. Times in milliseconds. */
export interface TestRequest {
  readonly target: HttpTarget;
  readonly timeoutMs: number;
  readonly retries: number;
  readonly only: readonly string[];
  readonly skip: readonly string[];
  readonly specVersion: "auto" | Revision;
  readonly profile: "core" | "full";
}

/**
 * The arguments of mcp_compliance_test, which fit its inputSchema but for what that cannot say. No message repeats the
 * value of a header. @throws UserFault
 */
export function readRequest(args: JsonObject): TestRequest {
  return {
    target: { kind: "http", url: readUrl(String(args["url"])), headers: readHeaders(args["headers"], args["auth"]) },
    timeoutMs: typeof args["timeout"] === "number" ? args["timeout"] : 15_000,
    retries: typeof args["retries"] === "number" ? args["retries"] : 0,
    only: strings("only", args["only"]),
    skip: strings("skip", args["skip"]),
    specVersion: (args["specVersion"] as TestRequest["specVersion"] | undefined) ?? "auto",
    profile: (args["profile"] as TestRequest["profile"] | undefined) ?? "core",
  };
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UserFault(
      "url must be an http:// or https:// URL, as in https://example.com/mcp. A server on stdio is tested on the " +
        "command line: npx mcp-compliance test -- <command>.",
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new UserFault("url has a user name or password in it. Leave them out, and give auth: Basic <base64>.");
  }
  url.hash = "";
  return url.href;
}

function readHeaders(headers: Json | undefined, auth: Json | undefined): readonly Header[] {
  const found = Object.entries(isObject(headers) ? headers : {}).map(([name, value]) => {
    if (typeof value !== "string")
      throw new UserFault(`headers: the value of ${JSON.stringify(name)} must be a string.`);
    return checkHeader("headers", name, value.trim());
  });
  if (typeof auth === "string") {
    if (auth.trim() === "") throw new UserFault("auth is blank. Expected for example: Bearer <token>.");
    found.push(checkHeader("auth", "Authorization", auth.trim()));
  }
  const names = found.map(([name]) => name.toLowerCase());
  const doubled = names.find((name, at) => names.indexOf(name) !== at);
  if (doubled === "authorization") throw new UserFault("Authorization is given twice: keep one of auth and headers.");
  if (doubled !== undefined) throw new UserFault(`headers: ${doubled} is given twice, in different spelling.`);
  return found;
}

/** As the inputSchema says. */
const MOST_ITEMS = 200;

function strings(name: string, value: Json | undefined): readonly string[] {
  if (!Array.isArray(value)) return [];
  if (value.length > MOST_ITEMS) throw new UserFault(`${name} must have at most ${MOST_ITEMS} items.`);
  // One text with commas, as on the command line, means the same.
  return value
    .flatMap((one) => String(one).split(","))
    .map((one) => one.trim())
    .filter((one) => one !== "");
}
