import { isObject, type Json } from "../../../src/model/json.ts";
import { jsonOf, methodOf, mutant, wrapHttp } from "../../support/mutate.ts";

/** How long an answer is in the making. */
const MAKING_MS = 5;

export default [
  mutant(
    {
      name: "the id of the current request is a variable of the transport",
      revisions: ["2025-11-25", "2026-07-28"],
      transports: ["http"],
      alsoBreaks: ["lifecycle-id-match", "lifecycle-string-id"],
    },
    () => {
      let current: Json = null;
      return wrapHttp(async (request, next) => {
        if (!["ping", "server/discover"].includes(methodOf(request))) return next(request);
        const json = jsonOf(request);
        current = isObject(json) ? (json["id"] ?? null) : null;
        await new Promise((resolve) => setTimeout(resolve, MAKING_MS));
        const answer = await next(request);
        if (answer.kind !== "answer" || answer.body.kind !== "text" || answer.status !== 200) return answer;
        const message = JSON.parse(answer.body.text);
        return { ...answer, body: { kind: "text", text: JSON.stringify({ ...message, id: current }) } };
      });
    },
  ),
  mutant(
    { name: "of two requests at once one is forgotten", revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] },
    () => {
      let open = 0;
      return wrapHttp(async (request, next) => {
        // Only those on connections of their own, so that it does not hang on what else is under way.
        const alone = request.socket !== 1;
        if (!alone || !["ping", "server/discover"].includes(methodOf(request))) return next(request);
        if (open > 3) return { kind: "silence" };
        open += 1;
        await new Promise((resolve) => setTimeout(resolve, MAKING_MS));
        open -= 1;
        return next(request);
      });
    },
  ),
];
