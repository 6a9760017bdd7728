import { stdioLines, trap, wrapStdio } from "../../support/mutate.ts";

export default [
  trap(
    { name: "a line on stderr", revisions: ["2026-07-28"], transports: ["stdio"] },
    wrapStdio((start) => (output) => {
      const input = start(output);
      return {
        ...input,
        chunk(bytes) {
          if (new TextDecoder().decode(bytes).includes("notifications/cancelled")) output.stderr("unknown request\n");
          input.chunk(bytes);
        },
      };
    }),
  ),
  trap(
    { name: "blank lines between the messages", revisions: ["2026-07-28"], transports: ["stdio"] },
    stdioLines({ written: (line) => `${line}\n\n` }),
  ),
];
