/** A client in memory that speaks as it is told, against the real server, with everything taken down and judged. */
import { isObject, type Json, type JsonObject } from "../../src/model/json.ts";
import type { Report, TestResult } from "../../src/model/report.ts";
import type { Revision, TransportKind } from "../../src/model/revision.ts";
import type { HttpRequest } from "../../src/model/serving.ts";
import type { Header } from "../../src/model/target.ts";
import { serverWorld } from "../../src/runtime/serve-world.ts";
import { clientsOf } from "../../src/witness/clients.ts";
import { createLedger } from "../../src/witness/ledger.ts";
import { tapHttp } from "../../src/witness/tap-http.ts";
import { tapStdio } from "../../src/witness/tap-stdio.ts";
import { judgeClient } from "../../src/witness/verdicts.ts";
import { eventsOf } from "../reference/talk.ts";
import { reference } from "../support/reference.ts";

/** One message on its way out. Over stdio only its text counts. */
export interface Outgoing {
  readonly label: string;
  readonly verb: string;
  readonly path: string;
  readonly headers: readonly Header[];
  /** A value is written as JSON; a string goes as it is; undefined: no body. */
  readonly body: Json | { readonly raw: string } | undefined;
}

/** What becomes of a message: itself, another, several, none. */
export type Twist = (message: Outgoing) => readonly Outgoing[];

export const asItIs: Twist = (message) => [message];

export interface Lab {
  readonly transport: TransportKind;
  /** Sends it, and gives what came back: the last message, and the session's id where one was given. */
  send(
    message: Outgoing,
    asked?: (request: JsonObject) => void,
  ): Promise<{ readonly last: JsonObject; readonly session?: string }>;
  /** Holds what comes back open until the lab is closed. */
  hold(message: Outgoing): Promise<void>;
  /** The client goes away. */
  close(): void;
  reports(): readonly Report[];
}

export function laboratory(transport: TransportKind, eras: Revision | "dual", twist: Twist): Lab {
  let tick = 0;
  const ledger = createLedger(transport, () => {
    tick += 1;
    return tick;
  });
  const world = serverWorld();
  // What takes its time takes a tenth of it.
  const server = reference(eras, { pageSize: 4 }, { ...world, after: (ms, then) => world.after(ms / 10, then) });
  const reports = () =>
    clientsOf(ledger, eras, { toolVersion: "0.0.0-test", timestamp: "2026-07-28T00:00:00Z" }).map(judgeClient);
  return transport === "http" ? overHttp() : overStdio();

  function overHttp(): Lab {
    const leave: (() => void)[] = [];
    const handler = tapHttp(
      server.http,
      ledger,
      () => {},
      (request) => `http://127.0.0.1${request.path}`,
    );
    const one = async (message: Outgoing, held: boolean, asked: (request: JsonObject) => void) => {
      const response = await handler(requestOf(message));
      if (response.kind !== "answer") return { last: {} };
      const session = response.headers.find(([name]) => name === "Mcp-Session-Id")?.[1];
      const more = session === undefined ? {} : { session };
      const { body } = response;
      if (body.kind === "text") return { last: JSON.parse(body.text) as JsonObject, ...more };
      if (body.kind !== "stream") return { last: {}, ...more };
      let last: JsonObject = {};
      await new Promise<void>((resolve) => {
        const gone = body.open({
          write(text) {
            for (const event of eventsOf(text)) {
              last = event;
              if ("method" in event && "id" in event) asked(event);
            }
          },
          end: resolve,
          cut: resolve,
        });
        if (!held) return;
        leave.push(gone);
        resolve();
      });
      return { last, ...more };
    };
    const send = async (message: Outgoing, held: boolean, asked: (request: JsonObject) => void) => {
      let answer: Awaited<ReturnType<typeof one>> = { last: {} };
      for (const each of twist(message)) answer = await one(each, held, asked);
      return answer;
    };
    return {
      transport,
      send: (message, asked = () => {}) => send(message, false, asked),
      hold: async (message) => void (await send(message, true, () => {})),
      close() {
        for (const go of leave.splice(0)) go();
        ledger.close();
      },
      reports,
    };
  }

  function overStdio(): Lab {
    const lines: JsonObject[] = [];
    let hears: (message: JsonObject) => void = () => {};
    const handler = tapStdio(server.stdio, ledger, () => {});
    const input = handler({
      stdout(bytes) {
        for (const line of new TextDecoder().decode(bytes).trim().split("\n")) {
          const message = JSON.parse(line) as JsonObject;
          lines.push(message);
          hears(message);
        }
      },
      stderr: () => {},
      exit: () => {},
    });
    const write = (message: Outgoing) => {
      const texts = twist(message).flatMap((each) => textOf(each) ?? []);
      if (texts.length > 0) input.chunk(new TextEncoder().encode(texts.map((text) => `${text}\n`).join("")));
    };
    return {
      transport,
      async send(message, asked = () => {}) {
        const from = lines.length;
        const id = isObject(message.body) && "method" in message.body ? message.body["id"] : undefined;
        const came = () =>
          lines.slice(from).find((line) => !("method" in line) && (line["id"] === id || line["id"] === undefined));
        hears = (line) => {
          if ("method" in line && "id" in line) asked(line);
        };
        write(message);
        // A fault may leave the request without an answer: some turns of the loop are enough for every handler used here.
        for (let turn = 0; id !== undefined && turn < 200 && came() === undefined; turn += 1) {
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        return { last: came() ?? {} };
      },
      async hold(message) {
        write(message);
      },
      close: () => input.end(),
      reports,
    };
  }
}

export function textOf({ body }: Outgoing): string | undefined {
  if (body === undefined) return undefined;
  return isObject(body) && typeof body["raw"] === "string" && Object.keys(body).length === 1
    ? body["raw"]
    : JSON.stringify(body);
}

function requestOf(message: Outgoing): HttpRequest {
  return { method: message.verb, path: message.path, headers: message.headers, body: textOf(message) ?? "", socket: 1 };
}

/** The results of one revision's report. */
export function resultsOf(lab: Lab, revision: Revision): readonly TestResult[] {
  return lab
    .reports()
    .filter((one) => one.specVersion === revision)
    .flatMap((one) => one.tests);
}

export function failuresOf(lab: Lab, revision: Revision): readonly string[] {
  return [
    ...new Set(
      resultsOf(lab, revision)
        .filter((one) => one.outcome === "fail")
        .map((one) => one.id),
    ),
  ].toSorted();
}
