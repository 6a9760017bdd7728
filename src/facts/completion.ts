import { andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import type { Revision } from "../model/revision.ts";
import { codeOf } from "./errors.ts";
import { asked, describe } from "./evidence.ts";
import { type Answered, answered } from "./lifecycle.ts";
import { type Listed, promptList, templateList } from "./lists.ts";
import { declares } from "./session.ts";

export const COMPLETION: ProbeId = "lifecycle/completion";
/** The tag that says where the reference was taken from. */
export const REFERENCE = "reference";

/** What to complete: the params of completion/complete but for `value`, and whether the server lists it. */
export interface Completable {
  readonly reference: "listed" | "invented";
  readonly ref: JsonObject;
  readonly argument: string;
}

const declared = declares("completions");

/** The first argument of a listed prompt, else the first variable of a listed template, else something made up. */
export function completable(recording: Recording): Known<Completable> {
  return andThen(declared.of(recording), () => {
    const prompts = promptList.entries.of(recording);
    const templates = templateList.entries.of(recording);
    const listed = [...entriesOf(prompts).flatMap(ofPrompt), ...entriesOf(templates).flatMap(ofTemplate)][0];
    if (listed !== undefined) return known(listed);
    // Templates may be left out where resources are declared; prompts that are declared have to be listed.
    if (prompts.state === "unknown") return unknown(prompts.reason);
    return known({
      reference: "invented",
      ref: { type: "ref/prompt", name: "conformance-none" },
      argument: "argument",
    });
  });
}

function entriesOf(entries: Known<readonly Listed[]>): readonly Json[] {
  return entries.state === "known" ? entries.value.map((one) => one.item) : [];
}

function ofPrompt(item: Json): readonly Completable[] {
  if (!isObject(item) || typeof item["name"] !== "string" || !Array.isArray(item["arguments"])) return [];
  const { name } = item;
  return (item["arguments"] as readonly Json[]).flatMap((one) =>
    isObject(one) && typeof one["name"] === "string"
      ? [{ reference: "listed" as const, ref: { type: "ref/prompt", name }, argument: one["name"] }]
      : [],
  );
}

/** RFC 6570: `{id}`, `{+path}`, `{?from,to}`, `{list*}`, `{text:10}`. */
const VARIABLE = /\{[+#./;?&]?([A-Za-z0-9_.%]+)/;

function ofTemplate(item: Json): readonly Completable[] {
  if (!isObject(item) || typeof item["uriTemplate"] !== "string") return [];
  const uri = item["uriTemplate"];
  const argument = VARIABLE.exec(uri)?.[1];
  return argument === undefined ? [] : [{ reference: "listed", ref: { type: "ref/resource", uri }, argument }];
}

export interface Completion extends Answered {
  readonly reference: Json;
}

/** Errors of which a rule can say something: no such method, invalid params and, on 2026-07-28, an internal one. */
const TELLING: { readonly [R in Revision]: readonly Json[] } = {
  "2025-11-25": [-32601, -32602],
  "2026-07-28": [-32601, -32602, -32603],
};

/** The response to completion/complete; unknown where it is an error that shows nothing of completion. */
export const completion = fact<Completion>(
  "completion",
  [COMPLETION, declared, promptList.entries, templateList.entries],
  (recording) =>
    andThen(declared.of(recording), () =>
      andThen(asked(recording, COMPLETION, "completion"), (exchange) =>
        andThen(answered(exchange, recording), (answer): Known<Completion> => {
          const { reply } = answer;
          if (reply.kind === "error" && !TELLING[recording.revision].includes(codeOf(reply))) {
            return unknown(`completion/complete was not served: ${describe(exchange)}`);
          }
          return known({ ...answer, reference: exchange.tags?.[REFERENCE] ?? null });
        }),
      ),
    ),
);
