import { exitsOn, mutant, wrapStdio } from "../../support/mutate.ts";

/** What is written when an unknown request is cancelled. */
function answering(name: string, text: string) {
  return mutant(
    { name, revisions: ["2026-07-28"], transports: ["stdio"] },
    wrapStdio((start) => (output) => {
      const input = start(output);
      return {
        ...input,
        chunk(bytes) {
          const line = new TextDecoder().decode(bytes);
          const id = /"requestId":("never-issued-[a-z]+")/.exec(line)?.[1];
          if (id !== undefined) output.stdout(new TextEncoder().encode(text.replace("ID", id)));
          input.chunk(bytes);
        },
      };
    }),
  );
}

const ERROR = '"error":{"code":-32602,"message":"Unknown request"}}\n';

export default [
  answering("an unknown requestId gets an error with id null", `{"jsonrpc":"2.0","id":null,${ERROR}`),
  answering("an unknown requestId gets an error without id", `{"jsonrpc":"2.0",${ERROR}`),
  answering("an unknown requestId gets an error with that id", `{"jsonrpc":"2.0","id":ID,${ERROR}`),
  mutant(
    { name: "ends on an unknown requestId", revisions: ["2026-07-28"], transports: ["stdio"] },
    exitsOn((message) => JSON.stringify(message).includes('"requestId":"never-issued-')),
  ),
];
