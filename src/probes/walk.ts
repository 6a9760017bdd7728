import type { ListKind } from "../facts/lists.ts";
import { DISCOVER, declares, HANDSHAKE } from "../facts/session.ts";
import { andThen, known } from "../model/fact.ts";
import { isObject } from "../model/json.ts";
import type { Probe } from "../model/probe.ts";
import { replyOf } from "../protocol/answer.ts";
import { control } from "./control.ts";

/** Pages after which a walk stops: a list that never ends is a finding of its own, not a reason to go on. */
const MOST_PAGES = 100;

/** Walks a declared list, nextCursor used as received. Labels: control, page 1, page 2 and so on. */
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
          if (kit.revision === "2025-11-25") await control(talk, "control");
          const seen = new Set<string>();
          let cursor: string | undefined;
          for (let page = 1; page <= MOST_PAGES; page += 1) {
            const params = cursor === undefined ? undefined : { cursor };
            const reply = replyOf(await talk.ask(`page ${page}`, kind.method, params));
            const next = reply.kind === "result" && isObject(reply.result) ? reply.result["nextCursor"] : undefined;
            // A cursor that comes again would lead round in a circle.
            if (typeof next !== "string" || seen.has(next)) return;
            seen.add(next);
            cursor = next;
          }
        }),
      ),
  };
}
