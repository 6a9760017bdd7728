import { capabilitiesOf, sessions } from "../../client-facts/facts.ts";
import { type Asked, at, type Conversation, type Told } from "../../client-facts/heard.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard } from "../rule.ts";

/** Which capability of the server a request stands on, and with which revision it came. */
const SERVER: { readonly [method: string]: readonly [path: string, since: string] } = {
  "tools/list": ["tools", ""],
  "tools/call": ["tools", ""],
  "resources/list": ["resources", ""],
  "resources/templates/list": ["resources", ""],
  "resources/read": ["resources", ""],
  "resources/subscribe": ["resources.subscribe", ""],
  "resources/unsubscribe": ["resources.subscribe", ""],
  "prompts/list": ["prompts", ""],
  "prompts/get": ["prompts", ""],
  "completion/complete": ["completions", ""],
  "logging/setLevel": ["logging", ""],
  "tasks/get": ["tasks", "2025-11-25"],
  "tasks/result": ["tasks", "2025-11-25"],
  "tasks/list": ["tasks.list", "2025-11-25"],
  "tasks/cancel": ["tasks.cancel", "2025-11-25"],
};

/** Which capability of its own a notification of the client stands on. */
const CLIENT: { readonly [method: string]: string } = {
  "notifications/roots/list_changed": "roots.listChanged",
  "notifications/tasks/status": "tasks",
};

function declares(capabilities: Json | undefined, path: string): boolean {
  let value = capabilities;
  for (const key of path.split(".")) value = isObject(value) ? value[key] : undefined;
  return value !== undefined && value !== null && value !== false;
}

function wrong(one: Asked | Told, session: Conversation): string | undefined {
  const { handshake } = session;
  if (handshake === undefined || one.at < handshake.asked.at) return undefined;
  if (one.kind === "notification") {
    const path = Object.hasOwn(CLIENT, one.method) ? CLIENT[one.method] : undefined;
    if (path === undefined || declares(capabilitiesOf(handshake.asked), path)) return undefined;
    return `${one.method} was sent by a client that did not declare ${path}`;
  }
  const [path, since] = (Object.hasOwn(SERVER, one.method) ? SERVER[one.method] : undefined) ?? [];
  if (path === undefined || since === undefined) return undefined;
  if ((handshake.version ?? "") < since)
    return `${one.method} came with ${since}, but this session speaks ${handshake.version}`;
  // completions were a matter of course before they were a capability.
  if (path === "completions" && (handshake.version ?? "") < "2025-03-26") return undefined;
  return declares(handshake.result?.["capabilities"], path)
    ? undefined
    : `${one.method} was sent to a server that does not declare ${path}`;
}

function judge({ all }: { readonly all: readonly Conversation[] }): readonly Finding[] {
  return all.flatMap((session) =>
    [...session.requests, ...session.notifications].flatMap((one) => {
      const message = wrong(one, session);
      return message === undefined
        ? []
        : [finding(message, at(one), { expected: "what was negotiated alone", actual: one.method })];
    }),
  );
}

const rule: Rule = {
  id: "client-negotiated-only",
  category: "lifecycle",
  profile: "core",
  title: "Only what was negotiated is used",
  why: "A method behind a capability that nobody declared, or of a later version, is refused by the next server.",
  fix: "Look at capabilities and protocolVersion in the answer to initialize before each feature; declare your own features there.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: [
        "basic/lifecycle#operation",
        "basic/utilities/tasks#capability-negotiation",
        "server/prompts#implementation-considerations",
      ],
      fail: "A method of a capability that the server did not declare, or of a later revision than negotiated; a notification of one that the client did not declare.",
      skip: "The client opened no session.",
      uses: { all: sessions },
      judge,
    }),
  },
};

export default rule;
