import { ALONE, type ListKind, UNCERTAIN } from "../facts/lists.ts";
import { DISCOVER, declares, HANDSHAKE } from "../facts/session.ts";
import { readWalk, type WalkEnd } from "../facts/walks.ts";
import type { Exchange } from "../model/exchange.ts";
import { andThen, known } from "../model/fact.ts";
import type { Probe, Talk } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { control } from "./control.ts";
import { together } from "./together.ts";

/**
 * Walks a declared list, nextCursor used as received. Labels: control (2025-11-25), page 1, page 2 and so on.
 *
 * In 2025-11-25 a server may keep the place of a walk in the session, where other probes ask for the same list: a walk
 * that led nowhere is done again in a session of its own. Labels: "alone, page 1" and so on.
 */
export function walkProbe(kind: ListKind): Probe {
  return {
    id: kind.probe,
    revisions: ["2025-11-25", "2026-07-28"],
    transports: ["http", "stdio"],
    impact: "read",
    atOnce: 2,
    after: [HANDSHAKE, DISCOVER],
    ready: (recording) =>
      andThen(declares(kind.capability).of(recording), () =>
        known(async (kit) => {
          const talk = await kit.main();
          let end: WalkEnd["kind"] = "open";
          const walk = async () => {
            end = await walkList(talk, kind, recording, "page");
          };
          const first = kit.revision === "2025-11-25" ? [() => control(talk, "control")] : [];
          await together<() => Promise<unknown>>(kit, [...first, walk], (run) => run());
          if (kit.revision === "2025-11-25" && UNCERTAIN.includes(end)) {
            await walkList(await kit.fresh(), kind, recording, ALONE);
          }
        }),
      ),
  };
}

/** One walk of a list; gives how it ended. Each page's label is `label` and its number, with "again" for a second try. */
export async function walkList(
  talk: Talk,
  kind: ListKind,
  recording: Recording,
  label: string,
  most?: number,
): Promise<WalkEnd["kind"]> {
  const asks: Exchange[] = [];
  for (;;) {
    const { pages, end } = readWalk(asks, kind.member, recording, most);
    if (end.kind !== "open") return end.kind;
    const params = end.cursor === undefined ? undefined : { cursor: end.cursor };
    const name = `${label} ${pages.length + 1}${end.again ? " again" : ""}`;
    asks.push(await talk.ask(name, kind.method, params));
  }
}
