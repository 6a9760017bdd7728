import { mutant } from "../../support/mutate.ts";
import { renamedSessions } from "../../support/session-ids.ts";

const about = { revisions: ["2025-11-25"], transports: ["http"] } as const;

/** The clock of the runs in memory: it stands at the beginning of 2026 when a server is made. */
function clock(): () => number {
  const began = performance.now();
  return () => Math.round(Date.UTC(2026, 0, 1) + performance.now() - began);
}

export default [
  mutant(
    { name: "s and a counter", ...about },
    renamedSessions((number) => `s${number}`),
  ),
  mutant(
    { name: "a counter in hexadecimal", ...about },
    renamedSessions((number) => `mcp-${(0x1fa0 + number).toString(16)}`),
  ),
  mutant(
    { name: "every session has the next number but six", ...about },
    renamedSessions((number) => String(1000 + 7 * number)),
  ),
  mutant({ name: "the time in milliseconds", ...about }, () => {
    const now = clock();
    let last = 0;
    return renamedSessions(() => {
      // Two sessions of one millisecond differ all the same.
      last = Math.max(now(), last + 1);
      return `session-${last}-mcp`;
    })();
  }),
];
