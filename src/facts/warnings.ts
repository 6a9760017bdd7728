import { andThen, fact, known } from "../model/fact.ts";
import type { Recording } from "../model/recording.ts";
import { DUAL_ERA, era } from "./era.ts";
import { sentMessage } from "./evidence.ts";
import { callableTools } from "./tools.ts";

/** How many names a warning lists before it counts the rest. */
const MOST_NAMES = 5;

/** Things to say before the results that only the whole run shows. */
export const runWarnings = fact<readonly string[]>(
  "warnings",
  [],
  (recording) => known([...dualEra(recording), ...toolsUsed(recording)]),
  { wholeRun: true },
);

function dualEra(recording: Recording): readonly string[] {
  const ran = recording.runs.some((run) => run.probe === DUAL_ERA && run.exchanges.length > 0);
  const said = recording.warnings.some((one) => one.includes("dual-era"));
  const found = ran && !said ? era.of(recording) : undefined;
  return found?.state === "known" && found.value === "dual"
    ? [
        "Server is dual-era (it serves initialize too); this run grades its 2026-07-28 side. Pin --spec-version 2025-11-25 to grade the other.",
      ]
    : [];
}

/** Which tools were called and which were passed over, so that nobody has to guess what was touched. */
function toolsUsed(recording: Recording): readonly string[] {
  const called = new Set<string>();
  for (const exchange of recording.runs.flatMap((run) => run.exchanges)) {
    const message = sentMessage(exchange);
    const params = message?.method === "tools/call" ? message["params"] : undefined;
    const name = typeof params === "object" && params !== null && "name" in params ? params["name"] : undefined;
    if (typeof name === "string") called.add(name);
  }
  const listed = callableTools.of(recording);
  const used = andThen(listed, (tools) => known(tools.filter((one) => called.has(one.name))));
  if (listed.state !== "known" || used.state !== "known" || used.value.length === 0) return [];
  const tiers = [...new Set(used.value.map((one) => one.tier))].join(", ");
  const passedOver = listed.value.filter((one) => !called.has(one.name)).map((one) => one.name);
  const rest = passedOver.length === 0 ? "" : ` Not called: ${names(passedOver)}. --allow-tool <name> has one called.`;
  return [`Checks that call tools called ${names(used.value.map((one) => one.name))} (${tiers}).${rest}`];
}

function names(all: readonly string[]): string {
  const shown = all.slice(0, MOST_NAMES).map((one) => JSON.stringify(one));
  return all.length > MOST_NAMES ? `${shown.join(", ")} and ${all.length - MOST_NAMES} more` : shown.join(", ");
}
