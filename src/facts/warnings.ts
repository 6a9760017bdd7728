import { andThen, fact, known } from "../model/fact.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf } from "../protocol/answer.ts";
import { MODERN_CODES } from "../protocol/dialects/2026-07-28.ts";
import { DUAL_ERA, era } from "./era.ts";
import { sentMessage } from "./evidence.ts";
import { DISCOVER } from "./session.ts";
import { callableTools } from "./tools.ts";

/** How many names a warning lists before it counts the rest. */
const MOST_NAMES = 5;

/** Things to say before the results that only the whole run shows. */
export const runWarnings = fact<readonly string[]>(
  "warnings",
  [],
  (recording) => known([...otherEra(recording), ...dualEra(recording), ...toolsUsed(recording)]),
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

/** stdio: a pinned run asks nothing before its catalogue; over HTTP the preflight shows it. */
function otherEra(recording: Recording): readonly string[] {
  const { target, chosen, revision } = recording;
  if (target.transport !== "stdio" || chosen !== "pinned" || revision !== "2026-07-28") return [];
  const first = recording.runs.find((run) => run.probe === DISCOVER)?.exchanges[0];
  const reply = first === undefined ? undefined : replyOf(first);
  if (reply?.kind !== "error" || typeof reply.code !== "number" || MODERN_CODES.includes(reply.code)) return [];
  return [
    `Server answered the 2026-07-28 server/discover probe with JSON-RPC error ${reply.code}, legacy; this run is pinned to 2026-07-28. Re-run with --spec-version 2025-11-25 (or auto) to grade it.`,
  ];
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
