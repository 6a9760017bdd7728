import { trap, wrapStdio } from "../../support/mutate.ts";

export default [
  trap({ name: "a server of both eras", revisions: ["2026-07-28"], options: { eras: "dual" } }),
  trap(
    { name: "logs go to stderr", revisions: ["2026-07-28"], transports: ["stdio"] },
    wrapStdio((start) => (output) => {
      output.stderr("info: started\n");
      return start(output);
    }),
  ),
];
