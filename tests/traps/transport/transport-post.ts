import type { StreamSink } from "../../../src/model/serving.ts";
import { httpAnswer, httpText, jsonOf, methodOf, mutant, trap, withAuth, wrapHttp } from "../../support/mutate.ts";

const JSON_TYPE = [["Content-Type", "application/json"]] as const;

export default [
  mutant(
    {
      name: "initialize is refused with 400 and a JSON-RPC error",
      revisions: ["2025-11-25"],
      transports: ["http"],
      alsoBreaks: ["lifecycle-init"],
    },
    wrapHttp((request, next) => {
      if (methodOf(request) !== "initialize") return next(request);
      const { id } = jsonOf(request) as { id: number };
      return httpText(400, JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32602, message: "No" } }), JSON_TYPE);
    }),
  ),
  trap(
    { name: "308 to the same path with a slash", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) =>
      request.path === "/mcp"
        ? httpText(308, "", [["Location", "/mcp/"]])
        : next({ ...request, path: request.path.replace(/\/$/, "") }),
    ),
  ),
  trap(
    { name: "401 with a Bearer challenge", revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] },
    withAuth(),
  ),
  mutant({
    name: "a server of an older revision refuses with a JSON-RPC error",
    revisions: ["2026-07-28"],
    transports: ["http"],
    options: { eras: "2025-11-25" },
    alsoBreaks: ["lifecycle-discover", "error-id-echo"],
  }),
  trap(
    {
      name: "the answer is an event stream that stays open a while",
      revisions: ["2026-07-28"],
      transports: ["http"],
      options: { sse: "always" },
    },
    httpAnswer((answer) => {
      const { body } = answer;
      if (body.kind !== "stream") return answer;
      const open = (sink: StreamSink) => body.open({ ...sink, end: () => void setTimeout(() => sink.end(), 20) });
      return { ...answer, body: { kind: "stream", open } };
    }),
  ),
];
