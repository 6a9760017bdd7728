import { placeholders } from "../../facts/arguments.ts";
import { conversation, DISCOVER, HANDSHAKE } from "../../facts/session.ts";
import { DEED } from "../../facts/survival.ts";
import type { CallableTool } from "../../facts/tools.ts";
import { safestTools, stringParameters } from "../../facts/tools.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, type Known, known } from "../../model/fact.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import type { Recording } from "../../model/recording.ts";
import { paramHeaders } from "../../protocol/headers.ts";
import { survive } from "../survive.ts";

/** One million bytes: more than a person types, less than a server may have to hold in memory. */
const SIZE = 1_000_000;

/** A string argument that does not go into a header, or a member that no schema names. */
function bigArguments(tool: CallableTool): JsonObject | undefined {
  const inHeaders = paramHeaders(tool.inputSchema).map((one) => one.path[0]);
  const parameter = stringParameters(tool).find((name) => !inHeaders.includes(name)) ?? "data";
  return placeholders(tool.inputSchema, { [parameter]: "A".repeat(SIZE) });
}

/** 2025-11-25 pads a ping; the later revision has none and calls a safe tool. */
const probe: Probe = {
  id: "security/oversized-input",
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "may-crash",
  after: [HANDSHAKE, DISCOVER, "tools/list"],
  ready: (recording) =>
    andThen(conversation.of(recording), () => andThen(deedFor(recording), (deed) => run(deed, recording))),
};

type Deed = (talk: Talk, label: string) => Promise<Exchange>;

function deedFor(recording: Recording): Known<Deed> {
  if (recording.revision === "2025-11-25") {
    return known((talk, label) =>
      talk.ask(label, "ping", {}, { meta: { "com.example/pad": "a".repeat(SIZE) }, faulty: true }),
    );
  }
  return andThen(safestTools(recording, bigArguments), ({ tools }) => {
    const [first] = tools as readonly [(typeof tools)[number], ...(typeof tools)[number][]];
    const params = { name: first.tool.name, arguments: first.args };
    const how = { inputSchema: first.tool.inputSchema, tags: { tool: first.tool.name }, faulty: true };
    return known((talk, label) => talk.ask(label, "tools/call", params, how));
  });
}

function run(deed: Deed, recording: Recording): Known<(kit: Kit) => Promise<void>> {
  return known((kit) => survive(kit, recording, (talk, attempt) => deed(talk, `${DEED} ${attempt}`)));
}

export default probe;
