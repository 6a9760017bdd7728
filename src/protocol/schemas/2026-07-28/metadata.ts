import type { Definitions, Members } from "../shape.ts";
import { any, array, boolean, map, object, plain, ref, string } from "../shape.ts";

const changes: Members = { "listChanged?": boolean };
const serverInfo: Members = { "io.modelcontextprotocol/serverInfo?": ref("Implementation") };

/** JSON values, the _meta objects by direction, and capabilities. */
export const metadata: Definitions = {
  // The published schema forgets null and fractional numbers; the specification's TypeScript source has them.
  JSONValue: any,
  JSONObject: plain,
  JSONArray: array(any),
  MetaObject: plain,
  RequestMetaObject: object({
    "io.modelcontextprotocol/protocolVersion": string,
    "io.modelcontextprotocol/clientCapabilities": ref("ClientCapabilities"),
    "io.modelcontextprotocol/clientInfo?": ref("Implementation"),
    "io.modelcontextprotocol/logLevel?": ref("LoggingLevel"),
    "progressToken?": ref("ProgressToken"),
  }),
  NotificationMetaObject: object({ "io.modelcontextprotocol/subscriptionId?": ref("RequestId") }),
  ResultMetaObject: object(serverInfo),
  SubscriptionsListenResultMetaObject: object({
    ...serverInfo,
    "io.modelcontextprotocol/subscriptionId": ref("RequestId"),
  }),
  ServerCapabilities: object({
    "experimental?": map(plain),
    "extensions?": map(plain),
    "logging?": plain,
    "completions?": plain,
    "prompts?": object(changes),
    "resources?": object({ ...changes, "subscribe?": boolean }),
    "tools?": object(changes),
  }),
  ClientCapabilities: object({
    "experimental?": map(plain),
    "extensions?": map(plain),
    "roots?": plain,
    "sampling?": object({ "context?": plain, "tools?": plain }),
    "elicitation?": object({ "form?": plain, "url?": plain }),
  }),
};
