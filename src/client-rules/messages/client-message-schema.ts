import { conversations } from "../../client-facts/facts.ts";
import { type Asked, at, type Conversation, type Told } from "../../client-facts/heard.ts";
import type { Revision } from "../../model/revision.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { notificationDefinitionOf, requestDefinitionOf, validate } from "../../protocol/schemas/validators.ts";
import { heard } from "../rule.ts";

/** What other rules speak of: the envelope, what initialize must hold, and what metadata there must be. */
const OTHERS =
  /^(?:\/(?:jsonrpc|id|method)|\/params\/_meta(?:\/progressToken|\/io\.modelcontextprotocol~1(?:protocolVersion|clientInfo(?:\/.*)?|clientCapabilities))?)$/;

function faults(revision: Revision, one: Asked | Told, version: string): readonly Finding[] {
  const definition =
    one.kind === "request"
      ? requestDefinitionOf(revision, one.method, version)
      : notificationDefinitionOf(revision, one.method, version);
  if (definition === undefined || one.method === "initialize") return [];
  return validate(revision, definition, one.json, version)
    .filter((fault) => !OTHERS.test(fault.pointer) && !aboutEnvelope(fault))
    .map((fault) => finding(`${one.method}: ${fault.message}`, at(one, fault.pointer), fault));
}

/** A missing params or _meta is told by the rule on metadata. */
function aboutEnvelope({ pointer, message }: { readonly pointer: string; readonly message: string }): boolean {
  const missing = /member "(params|_meta|id|jsonrpc)"/.exec(message)?.[1];
  return missing !== undefined && (pointer === "" || pointer === "/params");
}

function judgeFor(revision: Revision) {
  return ({ all }: { readonly all: readonly Conversation[] }): readonly Finding[] =>
    all.flatMap((one) =>
      [...one.requests, ...one.notifications].flatMap((message) =>
        message.kind === "request" && message.method.startsWith("notifications/")
          ? []
          : faults(revision, message, one.handshake?.version ?? revision),
      ),
    );
}

const fail = "A request or notification of a known method whose params do not fit the schema of the revision.";
const skip = "The client said nothing. Methods that the revision does not know are not judged.";

const rule: Rule = {
  id: "client-message-schema",
  category: "schema",
  profile: "core",
  title: "Params fit the schema of their method",
  why: "A server reads what the schema promises; anything else is refused, or worse, half understood.",
  fix: "Compare the message with the schema of the revision at the place that is named.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/index#messages"],
      fail,
      skip,
      uses: { all: conversations },
      judge: judgeFor("2025-11-25"),
    }),
    "2026-07-28": heard({
      level: "MUST",
      clauses: ["basic/index#messages"],
      fail,
      skip,
      uses: { all: conversations },
      judge: judgeFor("2026-07-28"),
    }),
  },
};

export default rule;
