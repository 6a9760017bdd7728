import { stdioLines, trap, wrapStdio } from "../../support/mutate.ts";

const BOTH = ["2025-11-25", "2026-07-28"] as const;

export default [
  trap(
    { name: "\\uXXXX escapes, surrogate pairs included", revisions: BOTH, transports: ["stdio"] },
    stdioLines({
      written: (line) =>
        `${line.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`,
    }),
  ),
  trap(
    { name: "stderr is written as it comes", revisions: BOTH, transports: ["stdio"] },
    wrapStdio((start) => (output) => {
      output.stderr("d\u00e9marr\u00e9 \ufffd\n");
      return start(output);
    }),
  ),
];
