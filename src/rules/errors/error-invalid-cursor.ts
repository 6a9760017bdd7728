import { judgedEach } from "../../facts/cases.ts";
import { type CursorAnswer, cursorAnswers, issuesCursors, resultOf } from "../../facts/cursors.ts";
import { codeOf } from "../../facts/errors.ts";
import { describe } from "../../facts/evidence.ts";
import { type Finding, finding, type Note, note, type Rule } from "../../model/rule.ts";
import { replyOf } from "../../protocol/answer.ts";

const EXPECTED = "a JSON-RPC error, code -32602 (Invalid params)";

function judge(answer: CursorAnswer, modern: boolean): readonly (Finding | Note)[] {
  const { kind, exchange, dead } = answer;
  const { method, member } = kind;
  const wrong = (message: string, actual: string, at = exchange.id): readonly Finding[] => [
    finding(message, at, { expected: EXPECTED, actual }),
  ];
  if (dead !== undefined)
    return wrong(`After a made-up cursor for ${method} the server was gone`, describe(dead), dead.id);
  const reply = replyOf(exchange);
  if (reply.kind === "error") {
    const code = codeOf(reply);
    return code === -32602 || modern
      ? []
      : [note(`${method} answers a made-up cursor with the code ${JSON.stringify(code)}`, exchange.id)];
  }
  if (reply.kind !== "result") {
    const failed = reply.kind === "status" && reply.status >= 500;
    const message = `${method} answers a made-up cursor with ${describe(exchange)}`;
    return failed ? wrong(message, describe(exchange)) : [note(message, exchange.id)];
  }
  const items = resultOf(exchange)?.[member];
  if (!Array.isArray(items)) {
    return wrong(`${method} answers a made-up cursor with a result without ${member}`, `a result without ${member}`);
  }
  const actual = `a result with ${items.length} in ${member}`;
  if (issuesCursors(answer)) return wrong(`${method} pages, and takes a made-up cursor for one of its own`, actual);
  if (modern && isAnotherPage(answer, items)) {
    return wrong(`${method} answers a made-up cursor with another page than its only one`, actual);
  }
  return [note(`${method} has one page and ignores the cursor`, exchange.id)];
}

/** The list stood still around the request, and the request brought something else. */
function isAnotherPage({ kind, first, firstAfter }: CursorAnswer, items: unknown): boolean {
  const text = JSON.stringify(first[kind.member]);
  return JSON.stringify(firstAfter?.[kind.member]) === text && JSON.stringify(items) !== text;
}

const rule: Rule = {
  id: "error-invalid-cursor",
  category: "errors",
  profile: "core",
  title: "A made-up cursor does not pass for a page",
  why: "A client with a stale cursor that gets the first page again never comes to the end of the list, or counts things twice.",
  fix: "Decode and check the cursor, and answer one that you did not issue with a JSON-RPC error -32602. Do not fall back to the first page.",
  revisions: {
    "2025-11-25": judgedEach({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: ["server/utilities/pagination#error-handling", "server/utilities/pagination#implementation-guidelines"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe:
          "Every declared list with a random cursor, each beside a first page; between two on stdio, and where no error came.",
        pass: "-32602. Another error, a 4xx, and the only page of a list that never issues a cursor are remarks.",
        fail: "A list from a method that does issue cursors; a result without the array; 5xx; the server is gone afterwards (on stdio twice).",
        skip: "Skipped when no list is declared. Not evaluable when the list without a cursor was not served, somebody before the server may have answered, or no answer came.",
      },
      cases: cursorAnswers,
      judge: (answer) => judge(answer, false),
    }),
    "2026-07-28": judgedEach({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: ["server/utilities/pagination#error-handling", "server/utilities/pagination#implementation-guidelines"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "The first declared list with a random cursor, beside a first page; between two on stdio, and where no error came.",
        pass: "A JSON-RPC error, or (a remark) the unchanged only page of a list that issues no cursor.",
        fail: "A result from a list that issues cursors, or another page than the only one; 5xx without a JSON-RPC error; the server is gone afterwards (on stdio twice).",
        skip: "Skipped when no list is declared. Not evaluable when the list without a cursor was not served, somebody before the server may have answered, or a 4xx came without a JSON-RPC message.",
      },
      cases: cursorAnswers,
      judge: (answer) => judge(answer, true),
    }),
  },
};

export default rule;
