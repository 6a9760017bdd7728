import { httpAnswer, httpText, methodOf, trap, wrapStdio } from "../../support/mutate.ts";

const http = { revisions: ["2026-07-28"], transports: ["http"] } as const;
const json = [["Content-Type", "application/json"]] as const;
const nameless = (code: number): string => `{"jsonrpc":"2.0","id":null,"error":{"code":${code},"message":"refused"}}`;

export default [
  trap({
    name: "the reference: no id after a body that is no JSON, and for a foreign Origin",
    revisions: ["2026-07-28"],
  }),
  trap(
    { name: "403 for a foreign Origin with id null", ...http },
    httpAnswer((answer) => (answer.status === 403 ? httpText(403, nameless(-32600), json) : answer)),
  ),
  trap(
    { name: "the 401 of a gateway with id null", ...http },
    httpAnswer((answer, request) =>
      methodOf(request) === "prompts/get"
        ? httpText(401, nameless(-32001), [...json, ["WWW-Authenticate", "Bearer"]])
        : answer,
    ),
  ),
  // What comes while the next request waits is no answer to that one, which has its own.
  trap(
    {
      name: "an error without an id answers a cancellation",
      revisions: ["2026-07-28"],
      transports: ["stdio"],
      alsoBreaks: ["stdio-cancellation"],
    },
    wrapStdio((start) => (output) => {
      const input = start(output);
      return {
        end: () => input.end(),
        chunk(bytes) {
          if (new TextDecoder().decode(bytes).includes('"notifications/cancelled"')) {
            output.stdout(new TextEncoder().encode('{"jsonrpc":"2.0","error":{"code":-32602,"message":"who?"}}\n'));
          }
          input.chunk(bytes);
        },
      };
    }),
  ),
];
