import { said, setting, stdioLines, tool, trap, withTools, wrapStdio } from "../../support/mutate.ts";

const BOTH = ["2025-11-25", "2026-07-28"] as const;

/** Hands bytes on as `change` cuts and orders them. */
function chunked(name: string, change: (bytes: Uint8Array, write: (bytes: Uint8Array) => void) => void) {
  return trap(
    { name, revisions: BOTH, transports: ["stdio"] },
    wrapStdio((start) => (output) => start({ ...output, stdout: (bytes) => change(bytes, output.stdout) })),
  );
}

const LONG = "All about it. ".repeat(16_000);

export default [
  trap(
    { name: "several messages in one chunk", revisions: BOTH, transports: ["stdio"] },
    wrapStdio((start) => (output) => {
      let waiting: Uint8Array[] = [];
      return start({
        ...output,
        stdout(bytes) {
          waiting.push(bytes);
          queueMicrotask(() => {
            if (waiting.length > 0) output.stdout(Buffer.concat(waiting));
            waiting = [];
          });
        },
      });
    }),
  ),
  chunked("lines arrive in small pieces", (bytes, write) => {
    for (let at = 0; at < bytes.length; at += 100) write(bytes.subarray(at, at + 100));
  }),
  trap(
    { name: "a line of 200 KB", revisions: BOTH, transports: ["stdio"] },
    withTools([tool("long", {}, () => said("short"), { description: LONG })]),
  ),
  trap(
    { name: "CRLF line ends", revisions: BOTH, transports: ["stdio"] },
    stdioLines({ written: (line) => `${line}\r\n` }),
  ),
  trap(
    { name: "blank lines", revisions: BOTH, transports: ["stdio"] },
    stdioLines({ written: (line) => `\n${line}\n\n` }),
  ),
  trap(
    { name: "logs on stderr", revisions: BOTH, transports: ["stdio"] },
    wrapStdio((start) => (output) => {
      output.stderr("listening\n{ not a message\n");
      return start(output);
    }),
  ),
  trap({ name: "answers come out of order", revisions: BOTH, transports: ["stdio"] }, () => {
    let turn = 0;
    return wrapStdio(
      (start) => (output) =>
        start({
          ...output,
          stdout(bytes) {
            turn += 1;
            if (turn % 3 === 0) setTimeout(() => output.stdout(bytes), 2);
            else output.stdout(bytes);
          },
        }),
    );
  }),
  trap(
    { name: "an array as answer at 2025-03-26", revisions: ["2025-11-25"], transports: ["stdio"] },
    setting("initialize", "/result/protocolVersion", "2025-03-26"),
    stdioLines({ written: (line) => (/"result":\{\}/.test(line) ? `[${line}]\n` : `${line}\n`) }),
  ),
];
