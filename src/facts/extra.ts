import type { Exchange } from "../model/exchange.ts";
import { andThen, type Fact, fact, known } from "../model/fact.ts";
import type { JsonObject } from "../model/json.ts";
import { runOf } from "./evidence.ts";
import { type Survival, survival } from "./survival.ts";
import { callableTools } from "./tools.ts";

export const EXTRA_PARAMS = "security/extra-params";
export const BASELINE = "baseline";
/** The tool list after the extra members (2026-07-28). */
export const EXTRA_LIST = "list afterwards";

/** Whether the server lived through a call with members that no schema names. */
export const afterExtraParams: Fact<Survival> = survival("after extra parameters", EXTRA_PARAMS);

/** Later answers that hold one of the members although their request did not. */
export interface Leftover {
  readonly exchange: Exchange;
  readonly member: string;
}

export const leftovers: Fact<readonly Leftover[]> = fact("leftovers of extra parameters", [EXTRA_PARAMS], (recording) =>
  andThen(runOf(recording, EXTRA_PARAMS), ({ exchanges }) => {
    const word = exchanges.find((one) => typeof one.tags?.["word"] === "string")?.tags?.["word"];
    const deed = exchanges.findIndex((one) => one.label.startsWith("deed"));
    const later = deed < 0 ? [] : exchanges.slice(deed + 1);
    const members = [`x_probe_${String(word)}`, `polluted_${String(word)}`];
    return known(
      later.flatMap((exchange) => {
        const sent = JSON.stringify(exchange.sent ?? null);
        const text = JSON.stringify(exchange.frames);
        return members.flatMap((member) =>
          text.includes(member) && !sent.includes(member) ? [{ exchange, member }] : [],
        );
      }),
    );
  }),
);

/** The schema of the tool that was called with extra members. */
export const extraTool: Fact<{ readonly name: string; readonly inputSchema: JsonObject }> = fact(
  "tool of extra parameters",
  [EXTRA_PARAMS, callableTools],
  (recording) =>
    andThen(callableTools.of(recording), (tools) =>
      andThen(runOf(recording, EXTRA_PARAMS), ({ exchanges }) => {
        const name = exchanges.find((one) => typeof one.tags?.["tool"] === "string")?.tags?.["tool"];
        const tool = tools.find((one) => one.name === name);
        return known({ name: String(name), inputSchema: tool?.inputSchema ?? {} });
      }),
    ),
);
