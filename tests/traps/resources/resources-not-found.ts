import {
  answering,
  errorOf,
  handling,
  httpAnswer,
  mapLast,
  reheaded,
  result,
  trap,
  withTemplates,
} from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;

function status(to: number) {
  return httpAnswer((answer) => {
    const refused = answer.body.kind === "text" && answer.body.text.includes("Resource not found");
    return refused ? reheaded(answer, {}, to) : answer;
  });
}

export default [
  trap(
    { name: "the code is that of invalid params", revisions: ["2025-11-25"] },
    errorOf("resources/read", (error) => ({ ...error, code: -32602 })),
  ),
  trap(
    { name: "a template serves whatever lies below", revisions: ["2025-11-25"] },
    withTemplates([
      {
        definition: { uriTemplate: "memo://{+path}", name: "any" },
        read: () => undefined,
      },
    ]),
    handling("resources/read", (params, context, before) =>
      mapLast(before(params, context), (last) =>
        last.kind === "error" ? result({ contents: [{ uri: params["uri"] ?? "", text: "any" }] }) : last,
      ),
    ),
  ),
  trap({ name: "the refusal has the status 404", revisions, transports: ["http"] }, status(404)),
  trap({ name: "the refusal has the status 400", revisions, transports: ["http"] }, status(400)),
  trap(
    { name: "the error has no data", revisions },
    errorOf("resources/read", ({ data: _, ...rest }) => rest),
  ),
  trap(
    { name: "a template serves any note", revisions },
    withTemplates([
      {
        definition: { uriTemplate: "memo://notes/{name}", name: "note" },
        read: (_values, uri) => result({ contents: [{ uri, text: "any" }] }),
      },
    ]),
  ),
  trap(
    { name: "the server makes up whatever is asked for", revisions },
    handling("resources/read", (params, context, before) => {
      const { uri = "" } = params;
      const known = before(params, context);
      return known.kind === "error" && typeof uri === "string" && uri.includes("://")
        ? result({ contents: [{ uri, text: "made up" }], ttlMs: 0, cacheScope: "private" })
        : known;
    }),
  ),
  trap(
    { name: "every read needs a capability that was not declared", revisions },
    answering("resources/read", (message, { context }) => {
      const able = Object.keys(context?.clientCapabilities ?? {}).length > 0;
      const { result: _, error: __, ...rest } = message;
      const error = { code: -32021, message: "Needs elicitation", data: { requiredCapabilities: { elicitation: {} } } };
      return able ? message : { ...rest, error };
    }),
  ),
];
