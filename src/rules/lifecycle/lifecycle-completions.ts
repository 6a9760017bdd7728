import { type Completion, completion } from "../../facts/completion.ts";
import { describe, shown, typeName } from "../../facts/evidence.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

/** A response may hold no more (2026-07-28; in 2025-11-25 another rule asks for it). */
const MOST_VALUES = 100;

function judgeResult({ exchange, reply }: Completion, most: number): readonly Finding[] {
  if (reply.kind !== "result") return [];
  const findings: Finding[] = [];
  const wrong = (what: string, path: string, expected: string, actual: string): void => {
    findings.push(
      finding(what, { exchange: exchange.id, pointer: `${reply.pointer}/result${path}` }, { expected, actual }),
    );
  };
  const completion = isObject(reply.result) ? reply.result["completion"] : undefined;
  if (!isObject(completion)) {
    wrong("The result of completion/complete has no completion", "", "an object completion", typeName(completion));
    return findings;
  }
  const { values, total, hasMore } = completion;
  if (!Array.isArray(values)) {
    wrong("completion.values is no array", "/completion/values", "an array of strings", typeName(values));
  } else {
    const other = (values as readonly Json[]).findIndex((one) => typeof one !== "string");
    if (other >= 0) {
      wrong(
        "A completion value is no string",
        `/completion/values/${other}`,
        "a string",
        shown((values as readonly Json[])[other]),
      );
    }
    if (values.length > most) {
      wrong(
        `completion.values holds ${values.length} values`,
        "/completion/values",
        `at most ${most}`,
        String(values.length),
      );
    }
  }
  if (total !== undefined && typeof total !== "number")
    wrong("completion.total is no number", "/completion/total", "a number", shown(total));
  if (hasMore !== undefined && typeof hasMore !== "boolean") {
    wrong("completion.hasMore is no boolean", "/completion/hasMore", "a boolean", shown(hasMore));
  }
  return findings;
}

/** Errors: `fatal` are the codes that fail; -32602 is a remark, and none at all for a reference that was made up. */
function judge(answer: Completion, most: number, fatal: readonly number[]): readonly (Finding | Note)[] {
  const { exchange, reply, reference } = answer;
  if (reply.kind === "result") return judgeResult(answer, most);
  const actual = describe(exchange);
  if (fatal.some((code) => code === reply.code)) {
    const what = `completion/complete is answered with ${actual}, though completions is declared`;
    return [finding(what, exchange.id, { expected: "a result with completion.values", actual })];
  }
  return [
    note(
      `completion/complete for ${reference === "listed" ? "a listed" : "a made-up"} reference was answered with ${actual}`,
      exchange.id,
    ),
  ];
}

const rule: Rule = {
  id: "lifecycle-completions",
  category: "lifecycle",
  profile: "core",
  title: "completion/complete gives an array of strings",
  why: "Clients show the values while the user types; one that is no text breaks the menu, and a missing method the promise of the capability.",
  fix: "Answer completion/complete with {completion: {values: [...]}}: at most 100 strings, [] where there is nothing to offer. Declare completions only with a handler for it.",
  revisions: {
    "2025-11-25": judged({
      required: "completions",
      basis: "spec",
      level: "MUST",
      clauses: [
        "server/utilities/completion#capabilities",
        "server/utilities/completion#requesting-completions",
        "schema#completeresult",
      ],
      transports: ["http", "stdio"],
      since: "2025-03-26",
      method: {
        probe:
          "completion/complete with an empty value for the first argument of a listed prompt, else the first variable of a listed template, else a made-up prompt.",
        pass: "completion.values is an array of strings, total a number and hasMore a boolean if they are there. -32602 is noted.",
        fail: "-32601, or a result of another shape.",
        skip: "Skipped when completions is not declared. Not evaluable on another error, without an answer, or when the prompts could not be listed.",
      },
      uses: { answer: completion },
      judge: ({ answer }) => judge(answer, Number.POSITIVE_INFINITY, [-32601]),
    }),
    "2026-07-28": judged({
      required: "completions",
      basis: "spec",
      level: "MUST",
      clauses: [
        "server/utilities/completion#requesting-completions",
        "server/utilities/completion#completion-results",
        "schema#completeresult",
      ],
      transports: ["http", "stdio"],
      method: {
        probe:
          "completion/complete with an empty value for the first argument of a listed prompt, else the first variable of a listed template, else a made-up prompt.",
        pass: "completion.values is an array of at most 100 strings, total a number and hasMore a boolean if they are there. -32602 is noted, and -32603 for a made-up reference.",
        fail: "-32601; -32603 for a listed reference; a result of another shape, or more than 100 values.",
        skip: "Skipped when completions is not declared. Not evaluable on another error, without an answer, or when the prompts could not be listed.",
      },
      uses: { answer: completion },
      judge: ({ answer }) => judge(answer, MOST_VALUES, answer.reference === "listed" ? [-32601, -32603] : [-32601]),
    }),
  },
};

export default rule;
