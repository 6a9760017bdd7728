import { again, CURSOR, cursorLists, cursorParams, madeUpCursor } from "../../facts/cursors.ts";
import { DISCOVER, HANDSHAKE } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import { patience } from "../patience.ts";
import { surrounded } from "../surrounded.ts";

/** Declared lists with a cursor that nobody issued, each between two first pages. */
const probe: Probe = {
  id: CURSOR,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(cursorLists(recording), (lists) =>
      known(async (kit) => {
        const talk = await kit.main();
        for (const { method } of lists) {
          const label = madeUpCursor(method);
          if ((await ask(kit, talk, method, label)) !== "lost") continue;
          // Whether the process ended by this or by chance, a second one shows. Nothing more can be asked of the first.
          if (kit.transport === "stdio") await ask(kit, await kit.fresh(), method, again(label));
          return;
        }
      }),
    ),
};

function ask(kit: Kit, talk: Talk, method: string, label: string): ReturnType<typeof surrounded> {
  return surrounded(
    kit,
    talk,
    label,
    (before) => talk.ask(label, method, cursorParams(kit.revision, kit.word()), { timeoutMs: patience(before) }),
    (on, name) => on.ask(name, method),
  );
}

export default probe;
