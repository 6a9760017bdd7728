import type { Fact } from "../model/fact.ts";
import type { JsonObject } from "../model/json.ts";
import type { Probe, ProbeId } from "../model/probe.ts";
import type { ServerInfo } from "../model/report.ts";
import type { Revision } from "../model/revision.ts";
import type { Rule } from "../model/rule.ts";

/** What the engine is run with: rules, probes and the few facts that it reads itself come in as arguments. */
export interface Catalogue {
  readonly revision: Revision;
  /** In report order. */
  readonly rules: readonly Rule[];
  /** In report order. */
  readonly probes: readonly Probe[];
  /** Runs first and alone, on the main conversation: `initialize` or `server/discover`. */
  readonly greeting: ProbeId;
  /** Runs next: the request that others are compared with. Where it gets no answer in time (`lost`), nothing else is asked. */
  readonly vital: ProbeId | undefined;
  readonly lost: Fact<string>;
  readonly about: AboutServer;
}

/** Facts for the report's header. */
export interface AboutServer {
  /** The protocol version that the conversation is held in; decides which rules hold. */
  readonly negotiated: Fact<string>;
  readonly capabilities: Fact<JsonObject>;
  readonly server: Fact<Pick<ServerInfo, "name" | "version">>;
  readonly tools: Fact<readonly string[]>;
  readonly resources: Fact<readonly string[]>;
  readonly prompts: Fact<readonly string[]>;
  /** Things to say before the results ("the server is dual-era"). */
  readonly warnings: Fact<readonly string[]>;
}
