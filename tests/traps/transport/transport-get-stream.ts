import type { StreamSink } from "../../../src/model/serving.ts";
import { httpAnswer, httpText, trap, wrapHttp } from "../../support/mutate.ts";

/** The GET stream begins with this. */
function beginning(name: string, text: string) {
  return trap(
    { name, revisions: ["2025-11-25"], transports: ["http"] },
    httpAnswer((answer, request) => {
      const { body } = answer;
      if (request.method !== "GET" || body.kind !== "stream") return answer;
      const open = (sink: StreamSink) => {
        sink.write(text);
        return body.open(sink);
      };
      return { ...answer, body: { kind: "stream", open } };
    }),
  );
}

export default [
  beginning("comments keep it alive", ": ping\n\n: ping\n\n"),
  beginning("events of types of its own", "event: heartbeat\ndata: tick\n\nevent: endpoint\ndata: /mcp\n\n"),
  beginning("an event with an id and empty data", "id: 7\ndata:\n\nid: 8\ndata: \n\n"),
  trap(
    { name: "405", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) =>
      request.method === "GET" && request.path === "/mcp" ? httpText(405, "") : next(request),
    ),
  ),
];
