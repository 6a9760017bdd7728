import { answering, headerOf, httpAnswer, setting, trap } from "../../support/mutate.ts";

/** The connection is closed after the first event, as a server may that keeps the stream for a client that comes back. */
const pollsEveryAnswer = httpAnswer((answer, request) => {
  const { body } = answer;
  if (request.method !== "POST" || body.kind !== "stream" || headerOf(answer, "content-type") === undefined)
    return answer;
  return {
    ...answer,
    body: {
      kind: "stream",
      open(sink) {
        let left = false;
        const leave = body.open({
          write(piece) {
            if (left) return;
            left = true;
            sink.write(`retry: 5\n${piece}`);
            sink.end();
            queueMicrotask(() => leave());
          },
          end: () => {},
          cut: () => {},
        });
        return () => leave();
      },
    },
  };
});

export default [
  trap(
    {
      name: "every answer has to be fetched by GET with Last-Event-ID",
      revisions: ["2025-11-25"],
      transports: ["http"],
      options: { sse: "always" },
    },
    pollsEveryAnswer,
  ),
  trap({ name: "the result has _meta", revisions: ["2025-11-25"] }, setting("ping", "/result", { _meta: {} })),
  trap(
    { name: "a log message before the answer", revisions: ["2025-11-25"] },
    answering("ping", (message) => [
      { jsonrpc: "2.0", method: "notifications/message", params: { level: "info", data: "busy" } },
      message,
    ]),
  ),
];
