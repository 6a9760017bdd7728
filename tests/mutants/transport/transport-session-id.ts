import { headerOf, httpText, methodOf, mutant, wrapHttp } from "../../support/mutate.ts";

/** How requests without an id are refused. */
function without(name: string, status: number, text: string) {
  return mutant(
    { name, revisions: ["2025-11-25"], transports: ["http"] },
    wrapHttp((request, next) =>
      request.method === "POST" &&
      methodOf(request) !== "initialize" &&
      headerOf(request, "mcp-session-id") === undefined
        ? httpText(status, text, [["Content-Type", "application/json"]])
        : next(request),
    ),
  );
}

const ERROR = '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}';

export default [
  without("a missing id is looked up and gets 404", 404, ERROR),
  without("a missing id gets 500", 500, ""),
  without("a missing id gets an error under 200", 200, ERROR),
];
