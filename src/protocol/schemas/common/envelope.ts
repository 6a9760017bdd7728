import type { Definitions, Members } from "../shape.ts";
import { any, constant, integer, object, oneOf, plain, ref, string, when } from "../shape.ts";

export const jsonrpc = constant("2.0");

/** Members of a request with this method, in its JSON-RPC envelope. */
export function request(method: string, params: Members): Members {
  return { jsonrpc, id: ref("RequestId"), method: constant(method), ...params };
}

export function notification(method: string, params: Members): Members {
  return { jsonrpc, method: constant(method), ...params };
}

/** A response whose result is of the definition. */
export function response(result: string): Members {
  return { jsonrpc, id: ref("RequestId"), result: ref(result) };
}

/** An error response with a code of its own and, where the specification lays it down, data. */
export function protocolError(code: number, data: Members = {}): Members {
  return errorResponse(object({ code: constant(code), message: string, "data?": any, ...data }));
}

/** The id of an error may be null: JSON-RPC 2.0 asks for it where the id could not be read. */
function errorResponse(error: Members[string]): Members {
  return { jsonrpc, "id?": { type: ["string", "integer", "null"] }, error };
}

/** What JSON-RPC and MCP's own frame are in both revisions. */
export const envelope: Definitions = {
  RequestId: { type: ["string", "integer"] },
  ProgressToken: { type: ["string", "integer"] },
  Cursor: string,
  Error: object({ code: integer, message: string, "data?": any }),
  Request: object({ method: string, "params?": plain }),
  Notification: object({ method: string, "params?": plain }),
  JSONRPCRequest: object({ jsonrpc, id: ref("RequestId"), method: string, "params?": plain }),
  JSONRPCNotification: object({ jsonrpc, method: string, "params?": plain }),
  JSONRPCResultResponse: object(response("Result")),
  JSONRPCErrorResponse: object(errorResponse(ref("Error"))),
  JSONRPCResponse: when({ required: ["error"] }, ref("JSONRPCErrorResponse"), ref("JSONRPCResultResponse")),
  JSONRPCMessage: when(
    { required: ["method"] },
    when({ required: ["id"] }, ref("JSONRPCRequest"), ref("JSONRPCNotification")),
    ref("JSONRPCResponse"),
  ),
  LoggingLevel: oneOf("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"),
};
