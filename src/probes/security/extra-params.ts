import { isUnanswered } from "../../facts/evidence.ts";
import { BASELINE, EXTRA_LIST } from "../../facts/extra.ts";
import { callBefore, END } from "../../facts/surrounded.ts";
import { DEED } from "../../facts/survival.ts";
import { safestTools } from "../../facts/tools.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Probe } from "../../model/probe.ts";
import { survive } from "../survive.ts";

/** Members that no schema names; the later revision's check also tries the ways into JavaScript's prototypes. */
function extras(word: string, modern: boolean): JsonObject {
  const plain = { [`x_probe_${word}`]: "1" };
  if (!modern) return plain;
  // Parsed, because a literal would set the prototype instead of making a member.
  const proto = JSON.parse(`{"__proto__":{"polluted_${word}":1}}`) as JsonObject;
  return Object.defineProperties(
    { ...plain, constructor: { prototype: { [`polluted_${word}`]: 1 } } } as { [key: string]: Json },
    Object.getOwnPropertyDescriptors(proto),
  );
}

const probe: Probe = {
  id: "security/extra-params",
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "may-crash",
  after: ["tools/list"],
  ready: (recording) =>
    andThen(safestTools(recording), ({ tools, tier, passedOver }) =>
      known(async (kit) => {
        const [first] = tools;
        if (first === undefined) return;
        const { tool, args } = first;
        const modern = kit.revision === "2026-07-28";
        const word = kit.word(10);
        const tags = { tool: tool.name, tier, passedOver: passedOver.join(", "), word };
        let listed: Promise<unknown> | undefined;
        await survive(kit, recording, async (talk, attempt) => {
          const how = { inputSchema: tool.inputSchema, tags };
          const call = { name: tool.name, arguments: args };
          // Over HTTP the same call of another probe will do: nothing that could spoil it has been sent since.
          const earlier = kit.transport === "http" ? callBefore(recording, END, tool.name, args) : undefined;
          const plain = earlier ?? (await talk.ask(`${BASELINE} ${attempt}`, "tools/call", call, how));
          if (isUnanswered(plain)) return;
          const more = Object.defineProperties(
            { ...args } as { [key: string]: Json },
            Object.getOwnPropertyDescriptors(extras(word, modern)),
          );
          await talk.ask(
            `${DEED} ${attempt}`,
            "tools/call",
            { name: tool.name, arguments: more },
            { ...how, faulty: true },
          );
          // Beside the look for a sign of life.
          if (modern) listed = talk.ask(EXTRA_LIST, "tools/list", undefined, { tags });
        });
        await listed;
      }),
    ),
};

export default probe;
