import { PROMPTS } from "../../facts/lists.ts";
import { FILLER, GET, type Gettable, gettable } from "../../facts/prompts.ts";
import { declares } from "../../facts/session.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import { replyOf } from "../../protocol/answer.ts";
import { together } from "../together.ts";

const MOST = 3;

/** Listed prompts, required arguments from completion where that is offered. */
const probe: Probe = {
  id: GET,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  rounds: 2,
  after: [PROMPTS.probe],
  ready: (recording) =>
    andThen(gettable(recording, MOST), (prompts) => {
      const completes = declares("completions").of(recording).state === "known";
      return known(async (kit) => {
        const talk = await kit.main();
        await together(kit, prompts, async (prompt, index) => {
          const given = new Map<string, string>();
          if (completes) await complete(kit, talk, prompt, index, given);
          const filled = prompt.required.map((name) => [name, given.get(name) ?? FILLER] as const);
          const args = filled.length === 0 ? {} : { arguments: Object.fromEntries(filled) };
          await talk.ask(
            `get ${index + 1}`,
            "prompts/get",
            { name: prompt.name, ...args },
            { tags: { prompt: prompt.name } },
          );
        });
      });
    }),
};

/** Looks for a value of each required argument that the server itself proposes. */
async function complete(
  kit: Kit,
  talk: Talk,
  prompt: Gettable,
  index: number,
  given: Map<string, string>,
): Promise<void> {
  await together(kit, prompt.required, async (name) => {
    const params = { ref: { type: "ref/prompt", name: prompt.name }, argument: { name, value: "" } };
    const value = firstValue(await talk.ask(`complete ${index + 1} ${name}`, "completion/complete", params));
    if (value !== undefined) given.set(name, value);
  });
}

function firstValue(exchange: Exchange): string | undefined {
  const reply = replyOf(exchange);
  const completion = reply.kind === "result" && isObject(reply.result) ? reply.result["completion"] : undefined;
  const values = isObject(completion) ? completion["values"] : undefined;
  return Array.isArray(values) ? values.find((one): one is string => typeof one === "string" && one !== "") : undefined;
}

export default probe;
