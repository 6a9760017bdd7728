import type { HttpSent } from "../model/exchange.ts";
import type { Header, HttpTarget } from "../model/target.ts";
import { type Carrier, plainUrl } from "./carrier.ts";
import type { Collector } from "./collect.ts";
import { endingOf } from "./endings.ts";

/** Headers that fetch refuses to send or silently replaces, somewhere. */
const NOT_OURS = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Ports that fetch refuses by its standard, and all low ones that are not the web's. */
const BAD_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

function isBadPort(url: string): boolean {
  const port = Number(new URL(url).port || "80");
  return BAD_PORTS.has(port) || (port < 1024 && port !== 80 && port !== 443);
}

/** True when web fetch can say this request as it is written. */
export function fetchCanSay(sent: HttpSent, target: HttpTarget): boolean {
  if (sent.exact === true || sent.fresh === true || target.insecure === true || target.ca !== undefined) return false;
  if (sent.body !== undefined && (sent.method === "GET" || sent.method === "HEAD")) return false;
  if (isBadPort(sent.url)) return false;
  if (/^(CONNECT|TRACE|TRACK)$/i.test(sent.method)) return false;
  return sent.headers.every(([name]) => !NOT_OURS.has(name.toLowerCase()));
}

/** The carrier on web-standard fetch. Redirects are answers like all others. */
export function fetchCarrier(): Carrier {
  const open = new Set<AbortController>();
  return {
    send(sent, collector) {
      const control = new AbortController();
      let timer: ReturnType<typeof setTimeout> | undefined;
      open.add(control);
      void exchange(sent, collector, control.signal).then(() => {
        clearTimeout(timer);
        open.delete(control);
      });
      return (lingerMs) => {
        if (lingerMs === 0) control.abort();
        else timer = setTimeout(() => control.abort(), lingerMs);
      };
    },
    close() {
      for (const control of open) control.abort();
    },
  };
}

async function exchange(sent: HttpSent, collector: Collector, signal: AbortSignal): Promise<void> {
  const { hearing } = collector;
  try {
    const response = await fetch(plainUrl(sent.url), {
      method: sent.method,
      headers: sent.headers.map(([name, value]): [string, string] => [name, value]),
      ...(sent.body === undefined ? {} : { body: sent.body }),
      redirect: "manual",
      signal,
    });
    collector.head(
      response.status,
      [...response.headers].map(([name, value]): Header => [name, value]),
    );
    const reader = response.body?.getReader();
    while (reader !== undefined) {
      const { done, value } = await reader.read();
      if (done) break;
      if (!hearing.ended) collector.chunk(value);
    }
    hearing.end({ kind: "complete" });
  } catch (error) {
    hearing.end(endingOf(error, collector.headSeen ? "body" : "head"));
  }
}
