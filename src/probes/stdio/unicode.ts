import { isServed } from "../../facts/evidence.ts";
import { conversation, DISCOVER, HANDSHAKE } from "../../facts/session.ts";
import { UNICODE } from "../../facts/stdio.ts";
import type { StdinWrite, StdioSent } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import { META_CLIENT_INFO } from "../../protocol/dialects/2026-07-28.ts";
import { control } from "../control.ts";

/** Between the two halves of a character. */
const HALVES_APART_MS = 20;

/** Requests whose id is not ASCII, between two whose id is. Once more in a fresh child where the first went silent. */
const probe: Probe = {
  id: UNICODE,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["stdio"],
  impact: "read",
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        if (!(await round(kit, await kit.main(), ""))) await round(kit, await kit.fresh(), " again");
      }),
    ),
};

/** True when the child still answered afterwards. */
async function round(kit: Kit, talk: Talk, again: string): Promise<boolean> {
  const modern = kit.revision === "2026-07-28";
  const word = kit.word(6);
  await control(talk, `ascii id${again}`, { id: `ascii-${word}` });
  const id = modern ? `é-世界-🚀-\u2028-${word}` : `日本-é-🙂-${word}`;
  const clientInfo = { ...kit.clientInfo, name: `é-世界-🚀-\u2028` };
  await control(talk, `unicode id${again}`, modern ? { id, meta: { [META_CLIENT_INFO]: clientInfo } } : { id });
  if (modern) {
    const whole = talk.compose("server/discover", {}, { id: `${id}-split` }) as StdioSent;
    await talk.raw(`split id${again}`, { ...whole, writes: splitAt(whole.writes.join(""), "🚀") });
  }
  return isServed(await control(talk, `control after${again}`));
}

/** Two writes that part the bytes of a character. */
function splitAt(line: string, char: string): readonly StdinWrite[] {
  const bytes = new TextEncoder().encode(line);
  const inside = new TextEncoder().encode(line.slice(0, line.indexOf(char))).length + 2;
  return [base64(bytes.slice(0, inside)), { waitMs: HALVES_APART_MS }, base64(bytes.slice(inside))];
}

function base64(bytes: Uint8Array): StdinWrite {
  return { base64: btoa(String.fromCharCode(...bytes)) };
}

export default probe;
