import { UNKNOWN_METHOD } from "../../facts/errors.ts";
import { isUnanswered } from "../../facts/evidence.ts";
import { conversation, DISCOVER, greetingExchange, HANDSHAKE } from "../../facts/session.ts";
import { isTold } from "../../facts/surrounded.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";
import { patience } from "../patience.ts";
import { together } from "../together.ts";

/**
 * A method that nobody has, beside a request that everybody serves. On stdio, and where no message came, such a request
 * follows; another unknown method where the first got no answer.
 */
const probe: Probe = {
  id: UNKNOWN_METHOD,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 2,
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      andThen(greetingExchange(recording), (greeting) =>
        known(async (kit) => {
          const talk = await kit.main();
          const area = kit.revision === "2025-11-25" ? "conformance/none-" : "x-probe/";
          const ask = (timeoutMs: number): Promise<Exchange> =>
            talk.ask("unknown method", `${area}${kit.word()}`, {}, { timeoutMs });
          const asked: Exchange[] = [];
          await together<() => Promise<Exchange>>(
            kit,
            [() => control(talk, "control before"), () => ask(patience(asked[0] ?? greeting))],
            async (send) => void asked.push(await send()),
          );
          const first = asked.find((one) => one.label === "unknown method");
          if (kit.transport === "http" && asked.every(isTold)) return;
          if (first !== undefined && isUnanswered(first) && first.ending.kind !== "exited") {
            await talk.ask("another unknown method", `${area}${kit.word()}`, {});
          }
          await control(talk, "control after");
        }),
      ),
    ),
};

export default probe;
