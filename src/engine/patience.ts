import type { Connection, Wire } from "../model/probe.ts";

/** After so many requests in a row without an answer nobody waits for long any more. */
const IN_A_ROW = 6;
/** As long is waited then, where more was allowed (milliseconds). */
const SHORT_MS = 1000;

/**
 * The same wire, but it loses patience with a server that has fallen silent: otherwise each of the requests that are still
 * to come would cost the whole time-out. One answer, and everybody is waited for again. A request that was given little time
 * is not answered, like those before it: that is held against nobody.
 */
export function losingPatience(wire: Wire): Wire {
  let silent = 0;
  const wrap = (connection: Connection): Connection => ({
    async send(sent, listen) {
      const timeoutMs = silent >= IN_A_ROW ? Math.min(listen.timeoutMs, SHORT_MS) : listen.timeoutMs;
      const answer = await connection.send(sent, { ...listen, timeoutMs });
      const { kind } = answer.ending;
      if (kind === "timeout") silent += 1;
      else if (kind === "complete" || kind === "enough") silent = 0;
      return answer;
    },
    strays: () => connection.strays(),
    gone: () => connection.gone(),
    close: () => connection.close(),
  });
  return { open: (options) => wrap(wire.open(options)), close: () => wire.close() };
}
