import {
  BEFORE_INITIALIZE,
  LEGACY_INITIALIZE,
  LEGACY_INITIALIZE_AGAIN,
  OLD_LEGACY_INITIALIZE,
} from "../../facts/era.ts";
import { isServed } from "../../facts/evidence.ts";
import { conversation, DISCOVER } from "../../facts/session.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Kit, Probe, Talk } from "../../model/probe.ts";
import { initializeParams } from "../../protocol/dialects/mod.ts";
import { control } from "../control.ts";

/** The last revision whose clients send no MCP-Protocol-Version. */
const WITHOUT_VERSION_HEADER = "2025-03-26";
/** A second child that is to be left idle lives at least so long before it is asked (milliseconds). */
const LEAST_IDLE_MS = 300;

/**
 * The legacy initialize on a connection (stdio: a child) of its own, then a request of the run's era; over HTTP one before
 * it too. Over HTTP it is asked for 2025-03-26 as well: who serves that may take requests without a version header.
 */
const probe: Probe = {
  id: "lifecycle/dual-era",
  revisions: ["2026-07-28"],
  transports: ["http", "stdio"],
  children: 1,
  impact: "read",
  atOnce: 2,
  rounds: 3,
  after: [DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known((kit) => (kit.transport === "http" ? overHttp(kit) : overStdio(kit))),
    ),
};

async function overHttp(kit: Kit): Promise<void> {
  const legacy = await kit.fresh({ revision: "2025-11-25", greet: false });
  const main = await kit.main();
  const how = { freshConnection: true };
  // Without it a server that had gone before would be said to have gone for the initialize.
  await control(main, BEFORE_INITIALIZE);
  await Promise.all([
    legacy.ask(LEGACY_INITIALIZE, "initialize", initializeParams(kit.clientInfo, {}), how),
    legacy.ask(OLD_LEGACY_INITIALIZE, "initialize", initializeParams(kit.clientInfo, {}, WITHOUT_VERSION_HEADER), how),
  ]);
  if (isServed(await control(main, "control after"))) return;
  // By chance, or for good?
  await kit.pause(LEAST_IDLE_MS);
  await control(main, "control after");
}

async function overStdio(kit: Kit): Promise<void> {
  const first = await initialize(kit, LEGACY_INITIALIZE);
  if (first.ending.kind !== "exited") await control(await kit.main(), "control after");
  else if (isServed(await leaveIdle(await kit.fresh(), kit, first.ms))) await initialize(kit, LEGACY_INITIALIZE_AGAIN);
}

async function initialize(kit: Kit, label: string): Promise<Exchange> {
  const legacy = await kit.fresh({ revision: "2025-11-25", greet: false });
  return legacy.ask(label, "initialize", initializeParams(kit.clientInfo, {}));
}

/** Was it the request that ended the child? Another one is left alone for as long, and then asked. */
async function leaveIdle(child: Talk, kit: Kit, ms: number): Promise<Exchange> {
  await kit.pause(Math.max(LEAST_IDLE_MS, ms));
  return control(child, "idle child");
}

export default probe;
