import { trap, wrapStdio } from "../../support/mutate.ts";

const BOTH = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap(
    { name: "a stack trace on stderr", revisions: BOTH, transports: ["stdio"] },
    wrapStdio((start) => (output) => {
      const input = start(output);
      return {
        ...input,
        chunk(bytes) {
          if (/x-probe|none-/.test(new TextDecoder().decode(bytes)))
            output.stderr("Error: no such method\n    at main\n");
          input.chunk(bytes);
        },
      };
    }),
  ),
  trap(
    { name: "the error comes late", revisions: BOTH, transports: ["stdio"] },
    wrapStdio(
      (start) => (output) =>
        start({
          ...output,
          stdout(bytes) {
            if (new TextDecoder().decode(bytes).includes("-32601")) setTimeout(() => output.stdout(bytes), 5);
            else output.stdout(bytes);
          },
        }),
    ),
  ),
];
