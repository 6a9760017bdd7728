import type { JsonObject } from "../../../src/model/json.ts";
import { failure, handling, httpAnswer, reheaded, trap } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"] } as const;
const bare = ({ cursor: _cursor, ...rest }: JsonObject): JsonObject => rest;
const LISTS = ["tools/list", "resources/list", "resources/templates/list", "prompts/list"];

export default [
  trap(
    { name: "one page, whatever the cursor", ...both, options: { pageSize: 1000 } },
    ...LISTS.map((method) => handling(method, (params, context, before) => before(bare(params), context))),
  ),
  trap({ name: "one page, and every cursor is refused", ...both, options: { pageSize: 1000 } }),
  trap(
    { name: "-32603", revisions: ["2025-11-25"] },
    handling("tools/list", (params, context, before) => {
      const answer = before(params, context);
      return answer.kind === "error" ? failure(-32603, "Bad cursor") : answer;
    }),
  ),
  trap(
    { name: "-32602 on HTTP 400", revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] },
    httpAnswer((answer, request) =>
      /not-a-cursor|probe-invalid/.test(request.body) ? reheaded(answer, {}, 400) : answer,
    ),
  ),
];
