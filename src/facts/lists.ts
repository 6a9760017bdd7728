import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { type Reply, replyOf } from "../protocol/answer.ts";
import { asked, asksOf, controlled, describe, gateOf } from "./evidence.ts";
import { declares } from "./session.ts";
import { type Page, readWalk, type Walk, type WalkEnd } from "./walks.ts";

export type { Page, Walk, WalkEnd } from "./walks.ts";

/** One of the four lists: its method, the member of the result, the capability, and the probe that walks it. */
export interface ListKind {
  readonly method: string;
  readonly member: string;
  readonly capability: string;
  readonly probe: ProbeId;
}

export const TOOLS: ListKind = { method: "tools/list", member: "tools", capability: "tools", probe: "tools/list" };
export const RESOURCES: ListKind = {
  method: "resources/list",
  member: "resources",
  capability: "resources",
  probe: "resources/list",
};
export const TEMPLATES: ListKind = {
  method: "resources/templates/list",
  member: "resourceTemplates",
  capability: "resources",
  probe: "resources/templates",
};
export const PROMPTS: ListKind = {
  method: "prompts/list",
  member: "prompts",
  capability: "prompts",
  probe: "prompts/list",
};

/** One entry of a list with its place in the evidence. */
export interface Listed {
  readonly item: Json;
  readonly at: { readonly exchange: string; readonly pointer: string };
}

/** The server's own answer to the request for the first page. */
export interface ListAnswer {
  readonly exchange: Exchange;
  readonly reply: Extract<Reply, { kind: "result" | "error" }>;
}

/** What a list's walk brought. Labels: "page 1", "page 2", "page 2 again" and so on. */
export interface ListFacts {
  readonly kind: ListKind;
  /** The exchange of the first page, where the capability is declared. */
  readonly first: Fact<Exchange>;
  /** The first page's result or JSON-RPC error; unknown where something else came, or nothing. */
  readonly answer: Fact<ListAnswer>;
  /** All pages and how the walk ended; unknown where the first page was not served. */
  readonly walk: Fact<Walk>;
  /** The served pages, up to the first that was not served. */
  readonly pages: Fact<readonly Page[]>;
  /** Every entry of every served page; absent where nothing is listed. */
  readonly entries: Fact<readonly Listed[]>;
}

function listFacts(kind: ListKind): ListFacts {
  const declared = declares(kind.capability);
  const first = fact<Exchange>(`${kind.method} first page`, [kind.probe, declared], (recording) =>
    andThen(declared.of(recording), () =>
      andThen(pagesAsked(recording, kind.probe, "page "), (asks) => {
        const page = asks[0];
        return page === undefined ? unknown(`${kind.method} was not asked`) : known(page);
      }),
    ),
  );
  const answer = fact<ListAnswer>(`${kind.method} answer`, [first], (recording) =>
    andThen(first.of(recording), (exchange) => answerOf(exchange, kind, recording)),
  );
  const walk = fact<Walk>(`${kind.method} walk`, [first], (recording) =>
    andThen(first.of(recording), () => walkOf(recording, kind, "page ")),
  );
  const pages = fact<readonly Page[]>(`${kind.method} pages`, [walk], (recording) =>
    andThen(walk.of(recording), (one) => known(one.pages)),
  );
  const entries = fact<readonly Listed[]>(`${kind.method} entries`, [pages], (recording) =>
    andThen(pages.of(recording), (all) => {
      const listed = all.flatMap((page) => listedOn(page, kind));
      return listed.length === 0 ? absent(`The server lists no ${kind.member}`) : known(listed);
    }),
  );
  return { kind, first, answer, walk, pages, entries };
}

/** The requests of one walk, by what their labels begin with. */
export function pagesAsked(recording: Recording, probe: ProbeId, label: string): Known<readonly Exchange[]> {
  return andThen(asksOf(recording, probe), (asks) => known(asks.filter((one) => one.label.startsWith(label))));
}

/** A walk whose first page was served. */
export function walkOf(
  recording: Recording,
  kind: ListKind,
  label: string,
  probe: ProbeId = kind.probe,
  most?: number,
): Known<Walk> {
  return andThen(pagesAsked(recording, probe, label), (asks) => {
    const walk = readWalk(asks, kind.member, recording, most);
    if (walk.pages.length > 0) return known(walk);
    const { end } = walk;
    const why =
      end.kind === "no-array"
        ? `no array ${kind.member}`
        : end.kind === "refused"
          ? describe(end.exchange)
          : end.kind === "unseen"
            ? end.reason
            : "it was not asked";
    return unknown(`${kind.method} was not served: ${why}`);
  });
}

/** A refusal is the server's own word only where nobody else can have spoken, and (2025-11-25) a ping is served. */
function answerOf(exchange: Exchange, kind: ListKind, recording: Recording): Known<ListAnswer> {
  const reply = replyOf(exchange);
  const gate = gateOf(exchange, recording);
  if (gate !== undefined) return unknown(gate);
  if (reply.kind === "result") return known({ exchange, reply });
  if (reply.kind !== "error") return unknown(`${kind.method} was not served: ${describe(exchange)}`);
  if (recording.revision === "2026-07-28") return known({ exchange, reply });
  return andThen(asked(recording, kind.probe, "control"), (control) =>
    andThen(controlled([control]), () => known({ exchange, reply })),
  );
}

/** The entries of a page with their places. */
export function listedOn(page: Page, kind: ListKind): readonly Listed[] {
  return page.items.map((item, index) => ({
    item,
    at: { exchange: page.exchange.id, pointer: `${page.pointer}/${kind.member}/${index}` },
  }));
}

/** The entries of an answer to the request for the first page, where it has the array. */
export function listedItems({ exchange, reply }: ListAnswer, kind: ListKind): readonly Listed[] {
  const items = reply.kind === "result" && isObject(reply.result) ? reply.result[kind.member] : undefined;
  if (!Array.isArray(items)) return [];
  return (items as readonly Json[]).map((item, index) => ({
    item,
    at: { exchange: exchange.id, pointer: `${reply.pointer}/result/${kind.member}/${index}` },
  }));
}

export const toolList: ListFacts = listFacts(TOOLS);
export const resourceList: ListFacts = listFacts(RESOURCES);
export const templateList: ListFacts = listFacts(TEMPLATES);
export const promptList: ListFacts = listFacts(PROMPTS);

/** Labels of a walk in a session of its own (2025-11-25) begin so, and the ends of the shared one that call for it. */
export const ALONE = "alone, page";
export const UNCERTAIN: readonly WalkEnd["kind"][] = ["circle", "refused"];

/** The walk to judge by: the one in a session of its own, where the shared one led nowhere. */
function decisive(list: ListFacts, recording: Recording): Known<Walk> {
  return andThen(list.walk.of(recording), (walk) =>
    recording.revision === "2025-11-25" && UNCERTAIN.includes(walk.end.kind)
      ? walkOf(recording, list.kind, ALONE)
      : known(walk),
  );
}

/** A walk that says something about pages: absent where there is but one, unknown where it led out of sight. */
export function pagingOf(list: ListFacts): Fact<Walk> {
  return fact<Walk>(`${list.kind.method} paging`, [list.walk], (recording) =>
    andThen(decisive(list, recording), (walk) => {
      const { end } = walk;
      const named = `page ${walk.pages.length + 1} of ${list.kind.method}`;
      if (end.kind === "unseen") return unknown(`${named} was not served: ${end.reason}`);
      if (end.kind === "open") return unknown(`${named} was not asked`);
      if (end.kind === "cap")
        return unknown(`${list.kind.method} has more than ${end.pages} pages; the rest was not asked`);
      if (end.kind === "complete" && walk.pages.length === 1) {
        return absent(`${list.kind.method} fits on one page`);
      }
      return known(walk);
    }),
  );
}

export const toolPaging = pagingOf(toolList);
export const resourcePaging = pagingOf(resourceList);
export const promptPaging = pagingOf(promptList);

/** The names of the entries, for the report's header. */
export function namesIn(facts: ListFacts, member = "name"): Fact<readonly string[]> {
  return fact<readonly string[]>("names", [facts.entries], (recording) =>
    andThen(facts.entries.of(recording), (listed) =>
      known(
        listed.flatMap(({ item }) => {
          const name = isObject(item) ? item[member] : undefined;
          return typeof name === "string" ? [name] : [];
        }),
      ),
    ),
  );
}
