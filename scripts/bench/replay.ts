import { Agent, request } from "node:http";
import { performance } from "node:perf_hooks";
import type { Exchange } from "../../src/model/exchange.ts";
import { median } from "./measure.ts";

/** Requests under way at once: enough that the server never waits for its client. */
const AT_ONCE = 8;

/**
 * The median time in which the server at `url` answers the POST requests of a run when a client that does nothing else
 * sends them: what of a run's time is the server's. Held streams are left out, and so are sessions: they have ended.
 */
export async function replayed(exchanges: readonly Exchange[], url: string, runs: number): Promise<number> {
  const bodies = exchanges.flatMap(({ sent, ending }) =>
    sent?.kind === "http" &&
    sent.method === "POST" &&
    sent.body !== undefined &&
    ending.kind !== "timeout" &&
    !sent.body.includes('"subscriptions/listen"')
      ? [{ headers: Object.fromEntries(sent.headers), body: sent.body }]
      : [],
  );
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const once = async (): Promise<number> => {
    const began = performance.now();
    await Promise.all(bodies.map((one) => post(agent, url, one)));
    return performance.now() - began;
  };
  const times: number[] = [];
  for (let n = 0; n < runs; n += 1) times.push(await once());
  agent.destroy();
  return median(times);
}

/** Longer is no answer's but a stream's, which stays open. */
const LONGEST_MS = 1000;

function post(
  agent: Agent,
  url: string,
  { headers, body }: { readonly headers: Record<string, string>; readonly body: string },
): Promise<void> {
  return new Promise((resolve) => {
    const sent = request(url, { method: "POST", agent, headers }, (answer) => {
      answer.resume();
      answer.once("close", resolve);
    });
    sent.setTimeout(LONGEST_MS, () => sent.destroy());
    sent.once("error", () => resolve());
    sent.once("close", resolve);
    sent.end(body);
  });
}
