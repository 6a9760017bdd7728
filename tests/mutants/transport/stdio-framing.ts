import { mutant, stdioLines, wrapStdio } from "../../support/mutate.ts";

const BOTH = ["2025-11-25", "2026-07-28"] as const;

/** Lines go out as `written` has them. */
function framed(name: string, revisions: readonly ("2025-11-25" | "2026-07-28")[], written: (line: string) => string) {
  return mutant({ name, revisions, transports: ["stdio"], alsoBreaks: ["lifecycle-init"] }, stdioLines({ written }));
}

function isAnswerTo(line: string, member: string): boolean {
  return line.includes(`"${member}":`);
}

export default [
  framed("messages are indented", BOTH, (line) => `${JSON.stringify(JSON.parse(line), null, 2)}\n`),
  framed("only long messages are indented", BOTH, (line) =>
    isAnswerTo(line, "tools") || isAnswerTo(line, "supportedVersions")
      ? `${JSON.stringify(JSON.parse(line), null, 2)}\n`
      : `${line}\n`,
  ),
  framed("Content-Length headers", BOTH, (line) => `Content-Length: ${Buffer.byteLength(line)}\r\n\r\n${line}\n`),
  mutant(
    { name: "several answers share a line", revisions: BOTH, transports: ["stdio"] },
    wrapStdio((start) => (output) => {
      let waiting: string[] = [];
      const flush = () => {
        if (waiting.length === 0) return;
        output.stdout(new TextEncoder().encode(`${waiting.join("")}\n`));
        waiting = [];
      };
      const input = start({
        ...output,
        stdout(bytes) {
          waiting.push(
            ...new TextDecoder()
              .decode(bytes)
              .split("\n")
              .filter((line) => line !== ""),
          );
          queueMicrotask(() => queueMicrotask(flush));
        },
      });
      return input;
    }),
  ),
  mutant(
    {
      name: "the newline comes before the message",
      revisions: BOTH,
      transports: ["stdio"],
      alsoBreaks: ["lifecycle-init"],
    },
    stdioLines({ written: (line) => `\n${line}` }),
  ),
  mutant(
    { name: "says listening on stdout", revisions: BOTH, transports: ["stdio"] },
    stdioLines({ banner: "listening\n" }),
  ),
  mutant(
    {
      name: "logs as JSON on stdout",
      revisions: BOTH,
      transports: ["stdio"],
      alsoBreaks: ["schema-wire-valid"],
    },
    stdioLines({ banner: '{"level":30,"msg":"listening"}\n' }),
  ),
  mutant(
    { name: "answers come as arrays of one", revisions: BOTH, transports: ["stdio"] },
    stdioLines({ written: (line) => `[${line}]\n` }),
  ),
  mutant(
    { name: "what does not end with a chunk is forgotten", revisions: ["2026-07-28"], transports: ["stdio"] },
    wrapStdio((start) => (output) => {
      const input = start(output);
      return {
        ...input,
        chunk(bytes) {
          const lines = new TextDecoder().decode(bytes).split("\n");
          for (const line of lines)
            if (line.startsWith("{") && line.endsWith("}")) input.chunk(new TextEncoder().encode(`${line}\n`));
        },
      };
    }),
  ),
  mutant(
    { name: "only the first line of a chunk is read", revisions: ["2026-07-28"], transports: ["stdio"] },
    wrapStdio((start) => (output) => {
      const input = start(output);
      const decoder = new TextDecoder();
      let rest = "";
      return {
        ...input,
        chunk(bytes) {
          const [first = "", ...more] = (rest + decoder.decode(bytes, { stream: true })).split("\n");
          rest = more.length === 0 ? first : "";
          if (more.length > 0) input.chunk(new TextEncoder().encode(`${first}\n`));
        },
      };
    }),
  ),
];
