import type { Revision } from "../../../src/model/revision.ts";
import { httpText, jsonOf, trap, wrapHttp } from "../../support/mutate.ts";

const BOTH = ["2025-11-25", "2026-07-28"] as const;
const ERROR = '{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"No batches"}}';

function onBatch(
  name: string,
  revisions: readonly Revision[],
  status: number,
  text: string,
  type = "application/json",
) {
  return trap(
    { name, revisions, transports: ["http"] },
    wrapHttp((request, next) =>
      Array.isArray(jsonOf(request)) ? httpText(status, text, [["Content-Type", type]]) : next(request),
    ),
  );
}

export default [
  onBatch("400 with an empty body", BOTH, 400, ""),
  onBatch("one error with id null under 200", BOTH, 200, ERROR),
  onBatch("one error without id under 200", ["2026-07-28"], 200, ERROR.replace('"id":null,', "")),
  onBatch("an event stream with one error", BOTH, 200, `data: ${ERROR}\n\n`, "text/event-stream"),
  onBatch("202 and nothing more", BOTH, 202, ""),
  trap(
    { name: "the answers come one by one in an event stream", revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) => {
      const json = jsonOf(request);
      if (!Array.isArray(json)) return next(request);
      const events = (json as readonly { readonly id?: number }[]).map(
        ({ id }) => `data: ${JSON.stringify({ jsonrpc: "2.0", id, result: {} })}\n\n`,
      );
      return httpText(200, events.join(""), [["Content-Type", "text/event-stream"]]);
    }),
  ),
  trap({ name: "a server of both eras", revisions: ["2026-07-28"], transports: ["http"], options: { eras: "dual" } }),
];
