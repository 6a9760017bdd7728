import { conversationsOf } from "../client-facts/heard.ts";
import { CLIENT_RULES } from "../client-rules/mod.ts";
import { assess } from "../engine/assess.ts";
import type { Catalogue } from "../engine/catalogue.ts";
import { absent, fact, known } from "../model/fact.ts";
import type { JsonObject } from "../model/json.ts";
import type { Report } from "../model/report.ts";
import type { Revision } from "../model/revision.ts";
import type { Client } from "./clients.ts";

/** The version that a client's sessions settled on. */
const negotiated = fact<string>("negotiated version", [], (recording) => {
  const version = conversationsOf(recording).find((one) => one.handshake?.version !== undefined)?.handshake?.version;
  return version === undefined ? absent("No version was negotiated") : known(version);
});

const nothing = fact<never>("nothing", [], () => absent("A client offers nothing"));

function catalogueOf(client: Client): Catalogue {
  const none = fact<readonly string[]>("none", [], () => known([]));
  const noCapabilities = fact<JsonObject>("none", [], () => known({}));
  return {
    revision: client.revision,
    rules: CLIENT_RULES,
    probes: [],
    greeting: "",
    vital: undefined,
    lost: nothing,
    about: {
      negotiated,
      capabilities: noCapabilities,
      server: fact("client", [], () => known({ name: client.name, version: client.version })),
      tools: none,
      resources: none,
      prompts: none,
      warnings: none,
    },
  };
}

/** The rules of a revision and transport, in report order. */
export function clientRules(revision: Revision, transport: "http" | "stdio") {
  return CLIENT_RULES.filter((one) => one.revisions[revision]?.transports.includes(transport) === true);
}

/** Judges a client by what it said: the same arithmetic as for servers. */
export function judgeClient(client: Client): Report {
  return assess(
    catalogueOf(client),
    clientRules(client.revision, client.recording.target.transport),
    client.recording,
    [],
  );
}
