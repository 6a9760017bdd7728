import { placeholders } from "../../facts/arguments.ts";
import { plainParameter, textOf } from "../../facts/injection.ts";
import { WHERE_FORMS } from "../../facts/sql.ts";
import { safestTools } from "../../facts/tools.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import { replyOf } from "../../protocol/answer.ts";
import { type Aim, aims, attempt } from "../attempt.ts";
import { together } from "../together.ts";

const ROUNDS = 2;

/** Statements that only read, and print a product which stands nowhere in the payload. */
function unions(word: string, a: number, b: number): readonly string[] {
  const value = `${a}*${b}`;
  const columns = (count: number): string => [value, ...Array.from({ length: count - 1 }, () => "NULL")].join(",");
  return [
    `${word}'||(SELECT ${value})||'`,
    `0 UNION SELECT ${value}-- `,
    ...[1, 2, 3, 4].map((count) => `${word}' UNION SELECT ${columns(count)}-- `),
  ];
}

async function round(kit: Kit, talk: Talk, aim: Aim, number: number): Promise<boolean> {
  const word = `zq${kit.word(6)}`;
  const [a, b] = [kit.random(10_000, 99_999), kit.random(10_000, 99_999)];
  const product = String(a * b);
  const more = { product, round: number };
  const plain = [
    ["baseline", word],
    ["baseline", word],
    ["plain", `SELECT ${a}*${b}`],
  ] as const;
  let hit = false;
  const union = async (value: string): Promise<void> => {
    hit = output(await attempt(talk, aim, "payload", value, more)).includes(product) || hit;
  };
  // Two conditions that differ in their truth alone: a server that puts them into a WHERE finds more by the true one.
  const where = async (form: (typeof WHERE_FORMS)[number]): Promise<void> => {
    const sides = await Promise.all(
      (["true", "false"] as const).map(async (truth) => {
        const value = form.text(word, a, truth === "true" ? a : b);
        return output(await attempt(talk, aim, "payload", value, { ...more, form: form.name, truth }));
      }),
    );
    hit = hit || (sides[0] ?? "").length > (sides[1] ?? "").length;
  };
  const forms = kit.revision === "2025-11-25" ? [] : WHERE_FORMS;
  const calls: readonly (() => Promise<unknown>)[] = [
    ...plain.map(
      ([role, value]) =>
        () =>
          attempt(talk, aim, role, value, more),
    ),
    ...unions(word, a, b).map((value) => () => union(value)),
    ...forms.map((form) => () => where(form)),
  ];
  await together(kit, calls, (call) => call());
  return hit;
}

function output(exchange: Exchange): string {
  const reply = replyOf(exchange);
  return reply.kind === "result" ? textOf(reply.result) : "";
}

/** A second round, with new numbers, only where the first one showed something. */
const probe: Probe = {
  id: "security/sql-injection",
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
