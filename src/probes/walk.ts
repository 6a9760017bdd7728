import type { ListKind } from "../facts/lists.ts";
import { DISCOVER, declares, HANDSHAKE } from "../facts/session.ts";
import { readWalk } from "../facts/walks.ts";
import type { Exchange } from "../model/exchange.ts";
import { andThen, known } from "../model/fact.ts";
import type { Probe, Talk } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { control } from "./control.ts";
import { together } from "./together.ts";

/** Walks a declared list, nextCursor used as received. Labels: control (2025-11-25), page 1, page 2 and so on. */
export function walkProbe(kind: ListKind): Probe {
  return {
    id: kind.probe,
    revisions: ["2025-11-25", "2026-07-28"],
    transports: ["http", "stdio"],
    impact: "read",
    after: [HANDSHAKE, DISCOVER],
    ready: (recording) =>
      andThen(declares(kind.capability).of(recording), () =>
        known(async (kit) => {
          const talk = await kit.main();
          const walk = () => walkList(talk, kind, recording, "page");
          const first = kit.revision === "2025-11-25" ? [() => control(talk, "control")] : [];
          await together<() => Promise<unknown>>(kit, [...first, walk], (run) => run());
        }),
      ),
  };
}

/** One walk of a list to its end. Each page's label is `label` and its number, with "again" for a second try. */
export async function walkList(talk: Talk, kind: ListKind, recording: Recording, label: string): Promise<void> {
  const asks: Exchange[] = [];
  for (;;) {
    const { pages, end } = readWalk(asks, kind.member, recording);
    if (end.kind !== "open") return;
    const params = end.cursor === undefined ? undefined : { cursor: end.cursor };
    const name = `${label} ${pages.length + 1}${end.again ? " again" : ""}`;
    asks.push(await talk.ask(name, kind.method, params));
  }
}
