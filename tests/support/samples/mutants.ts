/** Mutants for the tests of the kit itself: one of each kind of twist. */
import {
  answering,
  errorOf,
  exitsOn,
  failure,
  handling,
  headerOf,
  hearing,
  httpAnswer,
  httpText,
  type Mutant,
  methodOf,
  mutant,
  reheaded,
  removing,
  restreamed,
  resultOf,
  said,
  setting,
  stdioLines,
  telling,
  tool,
  withCapabilities,
  withHeaders,
  withoutFeatures,
  withTools,
  wrapHttp,
  wrapStdio,
} from "../mutate.ts";

const MODERN = ["2026-07-28"] as const;
const BOTH = ["2025-11-25", "2026-07-28"] as const;

const mutants: readonly Mutant[] = [
  mutant(
    { name: "ttlMs is -1", revisions: MODERN, alsoBreaks: ["schema-wire-valid"] },
    setting("resources/list", "/result/ttlMs", -1),
  ),
  mutant({ name: "no jsonrpc", revisions: BOTH }, removing("*", "/jsonrpc")),
  mutant(
    { name: "error is null", revisions: BOTH },
    answering(["tools/list", "ping"], (message) => ({ ...message, error: null })),
  ),
  mutant(
    { name: "answers twice", revisions: BOTH },
    answering("tools/list", (message) => [message, message]),
  ),
  mutant(
    { name: "never answers a list", revisions: BOTH },
    answering("tools/list", () => []),
  ),
  mutant(
    { name: "code is text", revisions: BOTH },
    errorOf("*", (error) => ({ ...error, code: String(error["code"]) })),
  ),
  mutant({ name: "the second list is empty", revisions: BOTH }, () => {
    let calls = 0;
    return resultOf("tools/list", (result) => {
      calls += 1;
      return calls > 1 ? { ...result, tools: [] } : result;
    });
  }),
  mutant(
    { name: "progress comes twice", revisions: BOTH },
    telling((message) => (message["method"] === "notifications/progress" ? [message, message] : message)),
  ),
  mutant(
    { name: "another handler", revisions: BOTH },
    handling("tools/list", (params, context, before) =>
      params["cursor"] === undefined ? before(params, context) : failure(-32603, "no more"),
    ),
  ),
  mutant(
    { name: "a tool of its own", revisions: BOTH },
    withTools([tool("shout", { word: { type: "string" } }, (args) => said(`${String(args["word"])}!`))], "only"),
  ),
  mutant({ name: "tools are true", revisions: BOTH }, withCapabilities({ tools: true, logging: undefined })),
  mutant({ name: "no prompts", revisions: BOTH }, withoutFeatures("prompts")),
  mutant(
    { name: "_meta may be left out", revisions: MODERN },
    hearing((message, headers) =>
      headers.length < 0 || message["id"] === undefined
        ? message
        : {
            ...message,
            params: {
              _meta: {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
              },
              ...(message["params"] as object),
            },
          },
    ),
  ),
  mutant(
    { name: "Mcp-Method may be left out", revisions: MODERN, transports: ["http"] },
    wrapHttp((request, next) =>
      next(
        headerOf(request, "mcp-method") === undefined
          ? withHeaders(request, { "Mcp-Method": methodOf(request) })
          : request,
      ),
    ),
  ),
  mutant(
    { name: "text/plain", revisions: BOTH, transports: ["http"] },
    httpAnswer((answer) => reheaded(answer, { "content-type": "text/plain" }, 201)),
  ),
  mutant(
    { name: "a page", revisions: BOTH, transports: ["http"] },
    wrapHttp(() => httpText(502, "<html>", [["Content-Type", "text/html"]])),
  ),
  mutant(
    { name: "other event names", revisions: BOTH, transports: ["http"], options: { sse: "always" } },
    httpAnswer((answer) => restreamed(answer, (piece) => piece.replace("event: message", "event: response"))),
  ),
  mutant(
    { name: "drops the connection", revisions: BOTH, transports: ["http"] },
    wrapHttp(() => ({ kind: "drop" })),
  ),
  mutant(
    { name: "pretty", revisions: BOTH, transports: ["stdio"] },
    stdioLines({ banner: "ready\n", written: (line) => `${JSON.stringify(JSON.parse(line), null, 2)}\n` }),
  ),
  mutant(
    { name: "latin1", revisions: BOTH, transports: ["stdio"] },
    stdioLines({ written: (line) => Buffer.from(`${line}\n`, "latin1") }),
  ),
  mutant(
    { name: "stays after the end", revisions: BOTH, transports: ["stdio"] },
    wrapStdio((start) => (output) => ({ ...start(output), end: () => {} })),
  ),
  mutant(
    { name: "will not go", revisions: BOTH, transports: ["stdio"] },
    wrapStdio((start) => (output) => ({ ...start(output), end: () => {}, terminate: () => {} })),
  ),
  mutant({ name: "dies of a list", revisions: BOTH }, exitsOn("tools/list")),
  mutant(
    { name: "answers a list and dies", revisions: BOTH },
    exitsOn((message) => message["method"] === "tools/list", { after: true }),
  ),
];

export default mutants;
