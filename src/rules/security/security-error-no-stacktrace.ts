import { shorten } from "../../facts/evidence.ts";
import { type ErrorText, errorTexts, passwordIn, pathIn, traceIn } from "../../facts/leaks.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

function judge({ texts }: { readonly texts: readonly ErrorText[] }): readonly (Finding | Note)[] {
  const faults = texts.flatMap(({ text, at }): readonly Finding[] => {
    const password = passwordIn(text);
    if (password !== undefined) {
      return [
        finding("An error shows a connection URL with its password", at, {
          expected: "no credentials",
          actual: shorten(password),
        }),
      ];
    }
    const trace = traceIn(text);
    return trace === undefined
      ? []
      : [
          finding("An error shows a stack trace", at, {
            expected: "what went wrong, in words",
            actual: shorten(trace, 200),
          }),
        ];
  });
  // One leak shows in every error; the first few say it.
  if (faults.length > 0) return faults.slice(0, 3);
  const path = texts.map((one) => ({ ...one, path: pathIn(one.text) })).find((one) => one.path !== undefined);
  return path === undefined ? [] : [note(`An error names a path of the server: ${shorten(path.path ?? "")}`, path.at)];
}

const probe = "The texts of the errors of the run are read, what their requests said taken out; nothing is sent.";

const rule: Rule = {
  id: "security-error-no-stacktrace",
  category: "security",
  profile: "core",
  title: "Errors show no stack trace and no password",
  why: "A trace tells an attacker which libraries and versions run, and where; it tells the model and its user nothing.",
  fix: "Send a message in your own words and keep the trace in your log. In Express set NODE_ENV=production or an error handler of your own; do not put err.stack into error.data.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["basic/index#error-responses"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe: `${probe} Texts of tool errors that the error checks provoked belong to them.`,
        pass: "No trace. A single path is a remark.",
        fail: "Two or more consecutive frames of one runtime, or a connection URL with a password.",
        skip: "Skipped when no error was seen.",
      },
      uses: { texts: errorTexts },
      judge,
    }),
    "2026-07-28": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["basic/index#error-responses"],
      transports: ["http", "stdio"],
      method: {
        probe,
        pass: "No trace. A single path is a remark.",
        fail: "Two or more consecutive frames of one runtime, or a connection URL with a password.",
        skip: "Skipped when no error was seen.",
      },
      uses: { texts: errorTexts },
      judge,
    }),
  },
};

export default rule;
