import { isObject, type Json } from "../../../src/model/json.ts";
import { errorOf, failure, handling, mapLast, mutant, result } from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;

/** What answers a read that the server refuses otherwise. */
function instead(answer: (uri: Json | undefined) => ReturnType<typeof result>) {
  return handling("resources/read", (params, context, before) =>
    mapLast(before(params, context), (last) =>
      last.kind === "error" && last.message.includes("not found") ? answer(params["uri"]) : last,
    ),
  );
}

const hints = { ttlMs: 0, cacheScope: "private" };

export default [
  mutant(
    { name: "what is not there is a text that says so", revisions: ["2025-11-25"] },
    handling("resources/read", (params, context, before) =>
      mapLast(before(params, context), (last) =>
        last.kind === "error" ? result({ contents: [{ uri: params["uri"] ?? "", text: "not found" }] }) : last,
      ),
    ),
  ),
  mutant(
    { name: "an unknown uri is read as empty contents", revisions },
    instead(() => result({ contents: [], ...hints })),
  ),
  mutant(
    { name: "an unknown uri is read as nothing", revisions, alsoBreaks: ["schema-wire-valid"] },
    instead(() => result({ ...hints })),
  ),
  mutant(
    { name: "an unknown uri is read as the welcome note", revisions },
    instead(() => result({ contents: [{ uri: "memo://notes/welcome", text: "Welcome." }], ...hints })),
  ),
  mutant(
    { name: "the earlier code is used", revisions, alsoBreaks: ["error-retired-codes"] },
    errorOf("resources/read", (error, { request }) => {
      const params = request?.params;
      const made = isObject(params) && String(params["uri"]).startsWith("x-probe-");
      return made ? { ...error, code: -32002 } : error;
    }),
  ),
  mutant(
    { name: "a neighbour of a listed resource is an internal error", revisions },
    handling("resources/read", (params, context, before) => {
      const answer = before(params, context);
      const beside = String(params["uri"]).startsWith("memo://notes/");
      return mapLast(answer, (last) => (beside && last.kind === "error" ? failure(-32603, "ENOENT") : last));
    }),
  ),
];
