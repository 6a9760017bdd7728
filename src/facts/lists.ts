import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf } from "../protocol/answer.ts";
import { asksOf, servedObject } from "./evidence.ts";
import { declares } from "./session.ts";

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

/** One served page. */
export interface Page {
  readonly exchange: Exchange;
  readonly result: JsonObject;
  /** Pointer of the result in its frame: "/result". */
  readonly pointer: string;
}

function resultPointer(exchange: Exchange): string {
  const reply = replyOf(exchange);
  return reply.kind === "result" ? `${reply.pointer}/result` : "/result";
}

/** What a list's walk brought. Labels: "page 1", "page 2" and so on. */
export interface ListFacts {
  /** The exchange of the first page, where the capability is declared. */
  readonly first: Fact<Exchange>;
  /** The served pages, up to the first that was not served. */
  readonly pages: Fact<readonly Page[]>;
  /** Every entry of every served page; absent where nothing is listed. */
  readonly entries: Fact<readonly Listed[]>;
}

function listFacts(kind: ListKind): ListFacts {
  const declared = declares(kind.capability);
  const first = fact<Exchange>(`${kind.method} first page`, [kind.probe, declared], (recording) =>
    andThen(declared.of(recording), () =>
      andThen(pagesAsked(recording, kind), (asks) => {
        const page = asks[0];
        return page === undefined ? unknown(`${kind.method} was not asked`) : known(page);
      }),
    ),
  );
  const pages = fact<readonly Page[]>(`${kind.method} pages`, [first], (recording) =>
    andThen(first.of(recording), (page) =>
      andThen(servedPage(page, kind), () =>
        andThen(pagesAsked(recording, kind), (asks) => {
          const seen: Page[] = [];
          for (const exchange of asks) {
            const result = servedPage(exchange, kind);
            if (result.state !== "known") break;
            seen.push({ exchange, result: result.value, pointer: resultPointer(exchange) });
          }
          return known(seen);
        }),
      ),
    ),
  );
  const entries = fact<readonly Listed[]>(`${kind.method} entries`, [pages], (recording) =>
    andThen(pages.of(recording), (all) => {
      const listed = all.flatMap(({ exchange, result, pointer }) => {
        const items = result[kind.member];
        if (!Array.isArray(items)) return [];
        return (items as readonly Json[]).map((item, index) => ({
          item,
          at: { exchange: exchange.id, pointer: `${pointer}/${kind.member}/${index}` },
        }));
      });
      return listed.length === 0 ? absent(`The server lists no ${kind.member}`) : known(listed);
    }),
  );
  return { first, pages, entries };
}

function pagesAsked(recording: Recording, kind: ListKind): Known<readonly Exchange[]> {
  return andThen(asksOf(recording, kind.probe), (asks) => known(asks.filter((one) => one.label.startsWith("page "))));
}

function servedPage(exchange: Exchange, kind: ListKind): Known<JsonObject> {
  return andThen(servedObject(exchange, kind.method), (result) =>
    Array.isArray(result[kind.member])
      ? known(result)
      : unknown(`${kind.method} was not served: no array ${kind.member}`),
  );
}

export const toolList: ListFacts = listFacts(TOOLS);
export const resourceList: ListFacts = listFacts(RESOURCES);
export const templateList: ListFacts = listFacts(TEMPLATES);
export const promptList: ListFacts = listFacts(PROMPTS);

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
