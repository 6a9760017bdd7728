import { ownErrors } from "../../facts/errors.ts";
import { shown } from "../../facts/evidence.ts";
import { isObject, type Json } from "../../model/json.ts";
import { finding, judged, type Rule } from "../../model/rule.ts";

/** What earlier revisions used these codes for, and what took their place. */
const RETIRED: readonly { readonly code: number; readonly was: string; readonly now: string }[] = [
  { code: -32002, was: "resource not found", now: "-32602 (Invalid params)" },
  { code: -32042, was: "URL elicitation required", now: "a result that asks for input" },
];

function retired(error: Json | undefined): (typeof RETIRED)[number] | undefined {
  const code = isObject(error) ? error["code"] : undefined;
  return RETIRED.find((one) => one.code === code || String(one.code) === code);
}

const rule: Rule = {
  id: "error-retired-codes",
  category: "errors",
  profile: "core",
  title: "The retired codes -32002 and -32042 are not used",
  why: "Clients of this revision give these codes no meaning, so the error that they stand for is lost on them.",
  fix: "Replace -32002 by -32602 for things that are not there, and -32042 by a result with resultType input_required.",
  revisions: {
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST NOT",
      clauses: ["basic/index#error-codes"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "The code of every JSON-RPC error of the run is read; nothing is sent. Traffic of an older revision is left out.",
        pass: "Errors were seen, and none has one of the two codes.",
        fail: "-32002 or -32042 anywhere.",
        skip: "Skipped when no error was seen.",
      },
      uses: { errors: ownErrors },
      judge: ({ errors }) =>
        errors.flatMap(({ message, at }) => {
          const one = retired(message["error"]);
          if (one === undefined) return [];
          const place = { exchange: at.exchange, pointer: `${at.pointer}/error/code` };
          const code = isObject(message["error"]) ? message["error"]["code"] : undefined;
          const said = { expected: one.now, actual: shown(code) };
          return [finding(`An error has the retired code ${one.code} (${one.was})`, place, said)];
        }),
    }),
  },
};

export default rule;
