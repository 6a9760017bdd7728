import type { JsonObject } from "../../../src/model/json.ts";
import { isObject } from "../../../src/model/json.ts";
import type { HttpRequest } from "../../../src/model/serving.ts";
import { exitsOn, handling, httpAnswer, httpText, jsonOf, mutant, result } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"] } as const;

function isMadeUp(cursor: unknown): boolean {
  return typeof cursor === "string" && /not-a-cursor|probe-invalid/.test(cursor);
}

function asksMadeUp(request: HttpRequest): boolean {
  const json = jsonOf(request);
  const params = isObject(json) ? json["params"] : undefined;
  return isObject(params) && isMadeUp(params["cursor"]);
}

const bare = ({ cursor: _cursor, ...rest }: JsonObject): JsonObject => rest;

export default [
  mutant(
    { name: "an unreadable cursor is the first page", ...both, alsoBreaks: ["error-invalid-cursor-code"] },
    handling("tools/list", (params, context, before) =>
      before(isMadeUp(params["cursor"]) ? bare(params) : params, context),
    ),
  ),
  mutant(
    {
      name: "a made-up cursor ends in a result without the list",
      ...both,
      alsoBreaks: ["schema-wire-valid", "error-invalid-cursor-code"],
    },
    handling("tools/list", (params, context, before) =>
      isMadeUp(params["cursor"]) ? result({}) : before(params, context),
    ),
  ),
  mutant(
    {
      name: "the only page is not the same for a made-up cursor",
      revisions: ["2026-07-28"],
      options: { pageSize: 1000 },
      alsoBreaks: ["error-invalid-cursor-code"],
    },
    handling("tools/list", (params, context, before) => {
      const answer = before(bare(params), context);
      if (!isMadeUp(params["cursor"]) || answer.kind !== "result") return answer;
      return result({ ...answer.result, tools: [] });
    }),
  ),
  mutant(
    { name: "500", ...both, transports: ["http"] },
    httpAnswer((answer, request) => (asksMadeUp(request) ? httpText(500, "") : answer)),
  ),
  mutant(
    { name: "the process ends", ...both, transports: ["stdio"] },
    exitsOn((message) => isObject(message["params"]) && isMadeUp(message["params"]["cursor"])),
  ),
];
