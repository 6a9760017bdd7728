import type { Json } from "../../../src/model/json.ts";
import { jsonOf, mutant, wrapHttp } from "../../support/mutate.ts";

/** Every member of an array is handled; `pack` makes one answer of theirs. */
function mapping(
  name: string,
  revisions: readonly ("2025-11-25" | "2026-07-28")[],
  pack: (texts: readonly string[]) => string,
) {
  return mutant(
    { name, revisions, transports: ["http"] },
    wrapHttp(async (request, next) => {
      const json = jsonOf(request);
      if (!Array.isArray(json)) return next(request);
      const answers = await Promise.all(
        (json as readonly Json[]).map((one) => next({ ...request, body: JSON.stringify(one) })),
      );
      const texts = answers.flatMap((one) =>
        one.kind === "answer" && one.body.kind === "text" ? [one.body.text] : [],
      );
      const text = pack(texts);
      const type = text.startsWith("data:") ? "text/event-stream" : "application/json";
      return { kind: "answer", status: 200, headers: [["Content-Type", type]], body: { kind: "text", text } };
    }),
  );
}

export default [
  mapping("arrays are mapped over the handler", ["2025-11-25", "2026-07-28"], (texts) => `[${texts.join(",")}]`),
  mapping("the answers come one by one", ["2026-07-28"], (texts) => texts.map((text) => `data: ${text}\n\n`).join("")),
  mapping("only the first is answered", ["2026-07-28"], (texts) => texts[0] ?? ""),
];
