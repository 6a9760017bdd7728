import { placeholders } from "../../facts/arguments.ts";
import { isServed } from "../../facts/evidence.ts";
import { plainParameter, textOf } from "../../facts/injection.ts";
import { safestTools } from "../../facts/tools.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import { replyOf } from "../../protocol/answer.ts";
import { type Aim, aims, attempt } from "../attempt.ts";
import { together } from "../together.ts";

const ROUNDS = 2;

/** Shell syntax that prints a product which stands nowhere in the payload. It reads, writes and removes nothing. */
function payloads(word: string, a: number, b: number): readonly string[] {
  const print = `expr ${a} \\* ${b}`;
  return [
    `${word};${print}`,
    `${word}|${print}`,
    `${word}&&${print}`,
    `${word}$(${print})`,
    `${word}\`${print}\``,
    `${word}';${print};'`,
    `${word}";${print};"`,
    `${word}; echo $((${a}*${b}))`,
    `${word}& set /a ${a}*${b}`,
  ];
}

async function round(kit: Kit, talk: Talk, aim: Aim, number: number): Promise<boolean> {
  const word = kit.word(6);
  const [a, b] = [kit.random(10_000, 99_999), kit.random(10_000, 99_999)];
  const product = String(a * b);
  const more = { product, round: number };
  const values = [
    ["baseline", word],
    ["plain", `${a}*${b}`],
    ["plain", `expr ${a} \\* ${b}`],
    ...payloads(word, a, b).map((value) => ["payload", value] as const),
  ] as const;
  let ran = false;
  await together(kit, values, async ([role, value]) => {
    const exchange = await attempt(talk, aim, role, value, more);
    ran = ran || (role === "payload" && holds(exchange, product));
  });
  return ran;
}

function holds(exchange: Exchange, text: string): boolean {
  const reply = replyOf(exchange);
  return isServed(exchange) && reply.kind === "result" && textOf(reply.result).includes(text);
}

/** A second round, with new numbers, only where the first one printed its product. */
const probe: Probe = {
  id: "security/command-injection",
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "call",
  rounds: 2,
  after: ["tools/list"],
  ready: (recording) =>
    andThen(
      safestTools(recording, (tool) => {
        const parameter = plainParameter(tool);
        return parameter === undefined ? undefined : placeholders(tool.inputSchema, { [parameter]: "word" });
      }),
      (choice) =>
        known(async (kit) => {
          const talk = await kit.main();
          await together(kit, aims(choice, plainParameter), async (aim) => {
            for (let number = 1; number <= ROUNDS; number += 1) if (!(await round(kit, talk, aim, number))) return;
          });
        }),
    ),
};

export default probe;
