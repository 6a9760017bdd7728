import type { Exchange } from "../model/mod.ts";
import { type BriefExchange, brief } from "./exchange.ts";
import { say } from "./html-text.ts";

/** Characters of one text of an exchange, and of all exchanges of a page: it is read, the JSON has more. */
const TEXT = 2_000;
const PAGE = 1_500_000;

/** Writes exchanges out until the page has enough of them; each is told at length once for each check. */
export function exchangeWriter(): (exchange: Exchange, again: boolean) => string {
  let used = 0;
  return (exchange, again) => {
    if (again) return "";
    if (used > PAGE) return `<p class="note">The exchange is left out: this page is full. The JSON report has it.</p>`;
    const text = exchangeHtml(brief(exchange, TEXT));
    used += text.length;
    return text;
  };
}

function exchangeHtml(exchange: BriefExchange): string {
  const { sent, received } = exchange;
  const request =
    sent === undefined ? "unasked" : sent.kind === "http" ? `${sent.method} ${sent.url}` : "a message on stdin";
  const answer = received.status === undefined ? (exchange.detail ?? "the answer") : `HTTP ${received.status}`;
  const blocks = [
    ["Sent", sentText(sent)],
    ["Received", receivedText(exchange)],
  ].map(([title, text]) => `<div><h3>${title}</h3><pre>${say(text ?? "", 60_000)}</pre></div>`);
  return `<details class="exchange"><summary>Exchange: ${say(request, 300)} → ${say(answer, 300)}, ${exchange.ms} ms</summary><div class="pair">${blocks.join("")}</div></details>`;
}

function sentText(sent: BriefExchange["sent"]): string {
  if (sent === undefined) return "Nothing: the server spoke unasked.";
  if (sent.kind === "stdio") return sent.lines.length === 0 ? "Nothing: we only listened." : sent.lines.join("\n");
  const head = [`${sent.method} ${sent.url}`, ...sent.headers.map(([name, value]) => `${name}: ${value}`)].join("\n");
  return sent.body === undefined || sent.body === "" ? head : `${head}\n\n${sent.body}`;
}

function receivedText({ received, detail }: BriefExchange): string {
  const head =
    received.status === undefined
      ? []
      : [`HTTP ${received.status}`, ...(received.headers ?? []).map(([name, value]) => `${name}: ${value}`), ""];
  const messages = received.messages.filter((text) => text !== "");
  const body = messages.length > 0 ? messages : received.status === undefined ? [] : ["(no body)"];
  const lines = [...head, ...body, ...(detail === undefined ? [] : [`(${detail})`])];
  return lines.length === 0 ? "Nothing." : lines.join("\n");
}
