import type { HttpResponse } from "../../../src/model/serving.ts";
import { httpText, trap, wrapHttp } from "../../support/mutate.ts";

/** A stream without any event; `ends` at once, or when the client goes. */
function quiet(ends: boolean): HttpResponse {
  return {
    kind: "answer",
    status: 200,
    headers: [["Content-Type", "text/event-stream"]],
    body: {
      kind: "stream",
      open(sink) {
        if (ends) sink.end();
        return () => {};
      },
    },
  };
}

function onGet(name: string, answer: () => HttpResponse) {
  return trap(
    { name, revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) => (request.method === "GET" && request.path === "/mcp" ? answer() : next(request))),
  );
}

export default [
  onGet("405 without an Allow header", () => httpText(405, "")),
  onGet("a stream that sends nothing", () => quiet(false)),
  onGet("a stream that the server closes at once", () => quiet(true)),
];
