import { describe, shorten, shown, typeName } from "../facts/evidence.ts";
import type { ListAnswer, ListKind, Walk } from "../facts/lists.ts";
import { isObject, type Json } from "../model/json.ts";
import type { Revision } from "../model/revision.ts";
import { type Finding, finding, type Note, note } from "../model/rule.ts";
import { inside, memberFaults, type Spot } from "./members.ts";

/** Entries of one kind of fault that are shown. */
const MOST = 10;

/** What is wrong with the answer to the request for a list's first page. */
export function listFindings(
  { exchange, reply }: ListAnswer,
  kind: ListKind,
  revision: Revision,
): readonly (Finding | Note)[] {
  const expected = `a result with the array ${kind.member}`;
  if (reply.kind === "error") {
    return [
      finding(
        `The capability ${kind.capability} is declared, but ${kind.method} is answered with ${describe(exchange)}`,
        exchange.id,
        { expected },
      ),
    ];
  }
  const at: Spot = { exchange: exchange.id, pointer: `${reply.pointer}/result` };
  const { result } = reply;
  if (!isObject(result)) {
    return [
      finding(`The result of ${kind.method} is ${typeName(result)}, not an object`, at, {
        expected,
        actual: shown(result),
      }),
    ];
  }
  const faults: (Finding | Note)[] = [
    ...memberFaults(`The result of ${kind.method}`, result, at, kind.member, "an array"),
  ];
  if (revision === "2025-11-25") return faults;
  const items = result[kind.member];
  if (Array.isArray(items)) faults.push(...nonObjects(items as readonly Json[], kind, at));
  const next = result["nextCursor"];
  if (next === null)
    faults.push(note(`nextCursor of ${kind.method} is null; leave it out on the last page`, inside(at, "nextCursor")));
  else faults.push(...memberFaults(`The result of ${kind.method}`, result, at, "nextCursor", "a string", "optional"));
  return faults;
}

function nonObjects(items: readonly Json[], kind: ListKind, at: Spot): readonly Finding[] {
  return items
    .flatMap((item, index) => {
      if (isObject(item)) return [];
      const message = `Entry ${index + 1} of ${kind.member} is ${typeName(item)}, not an object`;
      return [finding(message, inside(at, kind.member, index), { expected: "an object", actual: shown(item) })];
    })
    .slice(0, MOST);
}

/** What is wrong with the way from page to page. */
export function pagingFindings(walk: Walk, kind: ListKind, key: string): readonly (Finding | Note)[] {
  const { pages, end } = walk;
  const { method, member } = kind;
  const notes = repeated(walk, key, kind);
  switch (end.kind) {
    case "bad-cursor": {
      const { exchange, result, pointer } = end.page;
      const value = result["nextCursor"];
      const place = inside({ exchange: exchange.id, pointer }, "nextCursor");
      const message = `Page ${pages.length} of ${method} has ${value === null ? "null" : typeName(value)} as nextCursor`;
      return [
        finding(message, place, { expected: "a string, or no nextCursor at all", actual: shown(value) }),
        ...notes,
      ];
    }
    case "empty-cursor": {
      const message = `Page ${pages.length} of ${method} has an empty nextCursor: some clients go on, others stop there`;
      return [note(message, end.page.exchange.id), ...notes];
    }
    case "refused": {
      const message = `${method} refuses the cursor that it gave itself, twice: ${describe(end.exchange)}`;
      const more = {
        expected: `page ${pages.length + 1}`,
        actual: `cursor ${shorten(JSON.stringify(end.cursor ?? ""), 60)} refused`,
      };
      return [finding(message, end.exchange.id, more), ...notes];
    }
    case "no-array": {
      const message = `Page ${pages.length + 1} of ${method} has no array ${member}`;
      const place = { exchange: end.exchange.id, pointer: end.pointer };
      return [finding(message, place, { expected: `the array ${member}`, actual: shown(end.result) }), ...notes];
    }
    case "circle": {
      const message = `The walk of ${method} never ends: the same cursor brings the same page again`;
      const { exchange, result, pointer } = end.page;
      const place = inside({ exchange: exchange.id, pointer }, "nextCursor");
      return [
        finding(message, place, { expected: "a last page without nextCursor", actual: shown(result["nextCursor"]) }),
        ...notes,
      ];
    }
    default:
      return notes;
  }
}

/** Entries that stand on two pages: a client shows them twice. Nobody forbids it. */
function repeated({ pages, end }: Walk, key: string, { method }: ListKind): readonly Note[] {
  if (end.kind === "circle") return [];
  const seen = new Map<string, number>();
  for (const [page, { items }] of pages.entries()) {
    for (const item of items) {
      const name = isObject(item) ? item[key] : undefined;
      if (typeof name !== "string") continue;
      const before = seen.get(name);
      if (before !== undefined && before !== page) {
        return [
          note(`${method} lists ${JSON.stringify(shorten(name, 60))} on page ${before + 1} and on page ${page + 1}`),
        ];
      }
      seen.set(name, page);
    }
  }
  return [];
}
