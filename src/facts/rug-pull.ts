import type { Exchange } from "../model/exchange.ts";
import { andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { mediaTypeOf } from "../protocol/answer.ts";
import { messagesOf } from "../protocol/jsonrpc.ts";
import { runOf } from "./evidence.ts";
import { listedOn, TOOLS, toolList, walkOf } from "./lists.ts";
import { capabilities } from "./session.ts";

/** Lists at the start and at the end of a session (2025-11-25). */
export const SESSION_WALKS: ProbeId = "security/tools-over-session";
/** Lists before and after some use, and over HTTP on a new connection (2026-07-28). */
export const USE_WALKS: ProbeId = "security/tools-over-use";
/** The list in a process that started after the use (2026-07-28, stdio). */
export const ANEW_WALK: ProbeId = "security/tools-anew";
/** The label of the walk on a new connection, or in a new process. */
export const ANEW = "anew";

/** Members of a tool that a person or a model goes by. */
const MEMBERS = ["title", "description", "inputSchema", "outputSchema", "annotations"] as const;

/** Over HTTP, and in recordings of before, the new connection was asked by the probe that used the other one. */
function anewIn(recording: Recording): ProbeId {
  return recording.runs.some((run) => run.probe === ANEW_WALK) ? ANEW_WALK : USE_WALKS;
}

/** A tool that is listed under the same name and says something else. */
export interface Changed {
  readonly name: string;
  readonly members: readonly string[];
  readonly at: { readonly exchange: string; readonly pointer: string };
}

type Tools = ReadonlyMap<string, { readonly tool: JsonObject; readonly at: Changed["at"] }>;

function toolsIn(recording: Recording, probe: ProbeId, label: string): Known<Tools> {
  return andThen(walkOf(recording, TOOLS, label, probe), ({ pages, end }) => {
    if (end.kind !== "complete") return unknown(`the walk "${label}" of tools/list did not come to its end`);
    const tools = new Map<string, { tool: JsonObject; at: Changed["at"] }>();
    for (const { item, at } of pages.flatMap((page) => listedOn(page, TOOLS))) {
      if (isObject(item) && typeof item["name"] === "string") tools.set(item["name"], { tool: item, at });
    }
    return known(tools);
  });
}

function changes(before: Tools, after: Tools): readonly Changed[] {
  return [...after].flatMap(([name, { tool, at }]) => {
    const old = before.get(name)?.tool;
    const members =
      old === undefined ? [] : MEMBERS.filter((member) => canonical(old[member]) !== canonical(tool[member]));
    return members.length === 0 ? [] : [{ name, members, at }];
  });
}

/** The same text for the same JSON value, whatever the order of members. */
function canonical(value: Json | undefined): string {
  return (
    JSON.stringify(value, (_key, one: Json) =>
      isObject(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
    ) ?? ""
  );
}

/** 2025-11-25: the tools at the start and at the end of a session, and whether a change was announced in between. */
export interface SessionWalks {
  readonly changed: readonly Changed[];
  readonly announced: boolean;
  readonly listChanged: boolean;
}

export const sessionWalks: Fact<SessionWalks> = fact(
  "tools over a session",
  [SESSION_WALKS, toolList.entries],
  (recording) =>
    andThen(toolList.entries.of(recording), () =>
      andThen(toolsIn(recording, SESSION_WALKS, "start"), (start) =>
        andThen(toolsIn(recording, SESSION_WALKS, "end"), (end) =>
          andThen(capabilities.of(recording), (declared) =>
            andThen(listened(recording), (announced) => {
              const tools = declared["tools"];
              const listChanged = isObject(tools) && tools["listChanged"] === true;
              return known({ changed: changes(start, end), announced, listChanged });
            }),
          ),
        ),
      ),
    ),
);

/** Whether notifications/tools/list_changed came; unknown where nobody could have heard it. */
function listened(recording: Recording): Known<boolean> {
  return andThen(runOf(recording, SESSION_WALKS), (run): Known<boolean> => {
    const stream = run.exchanges.find((one) => one.label === "stream");
    if (stream !== undefined && mediaTypeOf(stream) !== "text/event-stream") {
      return unknown("the server offers no GET stream on which it could announce a change");
    }
    const connection = run.exchanges[0]?.connection;
    const strays = recording.runs.find((one) => one.probe === "strays")?.exchanges ?? [];
    const heard = [...run.exchanges, ...strays.filter((one) => one.connection === connection)];
    return known(heard.some(announces));
  });
}

function announces(exchange: Exchange): boolean {
  return exchange.frames.some((frame) =>
    messagesOf(frame).some(({ json }) => json["method"] === "notifications/tools/list_changed"),
  );
}

/** 2026-07-28: two walks, some use, two walks, and one on a new connection or process. */
export interface UseWalks {
  /** What changed with use although a new connection lists the first version again. */
  readonly secret: readonly Changed[];
  /** What changed for everybody. */
  readonly open: readonly Changed[];
}

export const useWalks: Fact<UseWalks> = fact("tools over use", [USE_WALKS, ANEW_WALK, toolList.entries], (recording) =>
  andThen(toolList.entries.of(recording), () =>
    andThen(toolsIn(recording, USE_WALKS, "first"), (first) =>
      andThen(toolsIn(recording, USE_WALKS, "second"), (second) => {
        if (changes(first, second).length > 0) return unknown("the tools differ from one tools/list to the next");
        return andThen(toolsIn(recording, USE_WALKS, "after use"), (used) =>
          andThen(toolsIn(recording, anewIn(recording), ANEW), (anew) => {
            const changed = changes(first, used);
            const lasting = new Set(changes(first, anew).map((one) => one.name));
            return known({
              secret: changed.filter((one) => !lasting.has(one.name)),
              open: changed.filter((one) => lasting.has(one.name)),
            });
          }),
        );
      }),
    ),
  ),
);
