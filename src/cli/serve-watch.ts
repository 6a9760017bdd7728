import type { HttpHandler, HttpRequest, StdioHandler } from "../model/serving.ts";
import type { Paint } from "../report/layout.ts";
import { TOOL_VERSION } from "../version.ts";
import { clientsOf } from "../witness/clients.ts";
import { createLedger } from "../witness/ledger.ts";
import { createLog } from "../witness/lines.ts";
import { type ClientReport, clientReport } from "../witness/report.ts";
import { tapHttp } from "../witness/tap-http.ts";
import { tapStdio } from "../witness/tap-stdio.ts";
import type { ServeSettings } from "./serve-settings.ts";

/** Takes down what clients say, writes it out as it comes where that is wanted, and judges it. */
export interface Watching {
  http(handler: HttpHandler): HttpHandler;
  stdio(handler: StdioHandler): StdioHandler;
  /** `date`: ISO 8601. */
  report(date: string): ClientReport;
}

export function watch(
  transport: "http" | "stdio",
  settings: ServeSettings,
  paint: Paint,
  print: (line: string) => void,
): Watching {
  const ledger = createLedger(transport, () => performance.now());
  const clients = (timestamp = "") => clientsOf(ledger, settings.eras, { toolVersion: TOOL_VERSION, timestamp });
  const log = settings.log ? createLog({ ledger, clients, paint, write: print }) : () => {};
  const urlOf = (request: HttpRequest) => `http://server${request.path}`;
  return {
    http: (handler) => tapHttp(handler, ledger, log, urlOf),
    stdio: (handler) => tapStdio(handler, ledger, log),
    report: (timestamp) =>
      clientReport(
        {
          toolVersion: TOOL_VERSION,
          transport,
          serves: settings.eras,
          timestamp,
          messages: ledger.entries.length + ledger.dropped(),
          unjudged: ledger.dropped(),
        },
        clients(timestamp),
      ),
  };
}

/** Waits before each request is looked at. */
export function delayed(handler: HttpHandler, ms: number): HttpHandler {
  if (ms === 0) return handler;
  return async (request) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return await handler(request);
  };
}

/** The same over stdio: everything comes later, in its order. */
export function delayedStdio(handler: StdioHandler, ms: number): StdioHandler {
  if (ms === 0) return handler;
  return (output) => {
    const input = handler(output);
    return {
      ...input,
      chunk: (bytes) => void setTimeout(() => input.chunk(bytes), ms),
      end: () => void setTimeout(() => input.end(), ms),
    };
  };
}
