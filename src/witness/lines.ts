import { isObject } from "../model/json.ts";
import type { TestResult } from "../model/report.ts";
import type { Finding } from "../model/rule.ts";
import { replyOf, statusOf } from "../protocol/answer.ts";
import { escapeTerminal } from "../report/escape.ts";
import type { Paint } from "../report/layout.ts";
import type { clientsOf } from "./clients.ts";
import { type Entry, type Ledger, messageIn } from "./ledger.ts";
import { judgeClient } from "./verdicts.ts";

/** As many messages are judged as they come; later ones with the report, since each look reads all that was said. */
const LIVE = 400;

const LONGEST = 160;

export interface LogOptions {
  readonly ledger: Ledger;
  clients(): ReturnType<typeof clientsOf>;
  readonly paint: Paint;
  write(line: string): void;
}

/** Writes a line for each message, and below it what is wrong with what was said so far and was not told yet. */
export function createLog({ ledger, clients, paint, write }: LogOptions): (entry: Entry) => void {
  const told = new Set<string>();
  const explained = new Set<string>();
  return (entry) => {
    write(messageLine(entry, paint));
    if (ledger.entries.length > LIVE) {
      if (!told.has(""))
        write(paint.dim(`  more than ${LIVE} messages: what is wrong with later ones is told at the end`));
      told.add("");
      return;
    }
    const client = clients().find((one) =>
      one.recording.runs.some((run) => run.exchanges.some((each) => each.id === entry.exchange.id)),
    );
    if (client === undefined) return;
    for (const test of judgeClient(client).tests) {
      if (test.outcome !== "fail") continue;
      for (const one of test.findings) {
        const key = JSON.stringify([test.id, one.at, one.message]);
        if (told.has(key)) continue;
        told.add(key);
        for (const line of findingLines(test, one, entry, paint, !explained.has(test.id))) write(line);
        explained.add(test.id);
      }
    }
  };
}

/** `#12 POST tools/call id 3 -> HTTP 200, result`. */
export function messageLine({ exchange, number }: Entry, paint: Paint): string {
  const { sent } = exchange;
  const message = sent === undefined ? undefined : messageIn(sent);
  const id = isObject(message) && "id" in message ? ` id ${JSON.stringify(message["id"])}` : "";
  const params = isObject(message) && isObject(message["params"]) ? message["params"] : {};
  const name =
    typeof params["name"] === "string" ? params["name"] : typeof params["uri"] === "string" ? params["uri"] : "";
  const verb = sent?.kind === "http" && sent.method === "POST" ? "POST " : "";
  const head = `${verb}${exchange.label}${name === "" ? "" : ` ${name}`}${id}`;
  return `${paint.dim(`#${number}`)} ${safe(head)}${paint.dim(` -> ${safe(answerOf(exchange))}`)}`;
}

function answerOf(exchange: Entry["exchange"]): string {
  const status = statusOf(exchange);
  const http = status === undefined ? "" : `HTTP ${status}`;
  const reply = replyOf(exchange);
  const join = (text: string) => (http === "" ? text : `${http}, ${text}`);
  if (reply.kind === "result") return join("result");
  if (reply.kind === "error" && isObject(reply.error))
    return join(`error ${String(reply.error["code"])}: ${String(reply.error["message"])}`);
  if (http === "") return exchange.sent?.ids.length === 0 ? "taken" : "...";
  return exchange.frames.length > 1 || exchange.sent?.ids.length === 0 ? http : join("a stream");
}

/** What is wrong, where it is said, and the first time how to mend it. */
export function findingLines(
  test: Pick<TestResult, "id" | "level" | "clauses" | "fix">,
  one: Finding,
  entry: Entry | undefined,
  paint: Paint,
  explain: boolean,
): readonly string[] {
  const number = one.at.exchange.split("#")[1] ?? "";
  const where = entry !== undefined && entry.exchange.id === one.at.exchange ? "" : ` (message #${number})`;
  const pointer = one.at.pointer === undefined || one.at.pointer === "" ? "" : `, at ${one.at.pointer}`;
  const lines = [`  ${paint.red(test.level)} ${paint.bold(test.id)} ${safe(one.message)}${where}${safe(pointer)}`];
  if (one.expected !== undefined)
    lines.push(`      expected ${safe(one.expected)}${one.actual === undefined ? "" : `; got ${safe(one.actual)}`}`);
  if (explain) lines.push(paint.dim(`      ${test.clauses[0] ?? ""}`), paint.dim(`      fix: ${safe(test.fix, 400)}`));
  return lines;
}

export function safe(text: string, length = LONGEST): string {
  return escapeTerminal(text.length <= length ? text : `${text.slice(0, length)}…`);
}
