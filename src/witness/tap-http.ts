import type { HttpHandler, HttpRequest, HttpResponse, StreamSink } from "../model/serving.ts";
import { sseParser } from "../protocol/sse.ts";
import { type Entry, idsIn, type Ledger, labelOf, withoutSecrets } from "./ledger.ts";

/** Serves as before, and takes down what comes and what is answered. `answered` is called when an answer begins. */
export function tapHttp(
  handler: HttpHandler,
  ledger: Ledger,
  answered: (entry: Entry) => void,
  stamp: (request: HttpRequest) => string,
): HttpHandler {
  return async (request) => {
    const sent = withoutSecrets({
      kind: "http",
      method: request.method,
      url: stamp(request),
      headers: request.headers,
      ...(request.body === "" ? {} : { body: request.body }),
      ids: idsIn(request.body),
    });
    const entry = ledger.begin(sent, labelOf(sent), `socket-${request.socket ?? 0}`);
    const response = await handler(request);
    if (entry === undefined) return response;
    const tapped = tap(response, entry);
    answered(entry);
    return tapped;
  };
}

function tap(response: HttpResponse, entry: Entry): HttpResponse {
  if (response.kind !== "answer") return response;
  const { status, headers, body } = response;
  entry.frame({ kind: "head", status, headers });
  if (body.kind !== "stream") {
    if (body.kind === "text") entry.frame({ kind: "body", text: body.text, bytes: body.text.length });
    entry.end({ kind: "complete" });
    return response;
  }
  return {
    ...response,
    body: {
      kind: "stream",
      open(sink) {
        let over = false;
        const gone = body.open(
          watched(sink, entry, () => {
            over = true;
          }),
        );
        return () => {
          if (!over) entry.end({ kind: "reset", phase: "body", detail: "the client closed the stream" });
          over = true;
          gone();
        };
      },
    },
  };
}

function watched(sink: StreamSink, entry: Entry, ended: () => void): StreamSink {
  const parser = sseParser();
  const finish = () => {
    ended();
    entry.end({ kind: "complete" });
  };
  return {
    write(text) {
      for (const item of parser.push(text)) entry.frame(item);
      sink.write(text);
    },
    end() {
      finish();
      sink.end();
    },
    cut() {
      finish();
      sink.cut();
    },
  };
}
