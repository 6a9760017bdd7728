/** One generator of load for scripts/bench/load.ts: `<url> <users> <ms>`, or `memory <samples>`. Prints JSON. */
import { memoryUsage, resourceUsage } from "node:process";
import { arrivalsOf } from "../../src/load/arrivals.ts";
import { drive } from "../../src/load/drive.ts";
import { runStep, userOf } from "../../src/load/steps.ts";
import { preciseClock } from "../../src/wire/load-clock.ts";
import { httpLanes } from "../../src/wire/load-http.ts";
import { FIRST_ID } from "../../src/wire/load-judge.ts";
import { BODY, HEADERS } from "./load-request.ts";

const clock = preciseClock(() => performance.now());
const ids = (() => {
  let last = FIRST_ID;
  return {
    next() {
      last += 1;
      return last;
    },
  };
})();
const signal = new AbortController().signal;
const [first = "", second = "1", third = "1000"] = process.argv.slice(2);

if (first === "memory") {
  // Every answer comes at the next turn of the event loop: nothing but the driver and its samples is measured.
  const driven = await drive({
    open: (done) => ({ send: () => setImmediate(done, undefined), close: () => {} }),
    lanes: 100,
    arrivals: arrivalsOf({ kind: "closed", users: 100 }, { requests: Number(second) }),
    clock,
    ids,
    drainMs: 1000,
    signal,
  });
  const mb = Math.max(resourceUsage().maxRSS / 1024, memoryUsage().rss / 1048576);
  console.log(JSON.stringify({ samples: driven.run.succeeded, mb }));
} else {
  const users = Number(second);
  const lanes = await httpLanes(
    { kind: "http", url: first, headers: [] },
    { now: () => performance.now(), timeoutMs: 5000 },
  );
  const all = Array.from({ length: users }, () => userOf((done) => lanes.open({ headers: HEADERS, body: BODY }, done)));
  const around = { clock, ids, drainMs: 1000, signal };
  const shape = { kind: "closed", users } as const;
  await runStep(all, shape, { durationMs: 500 }, 0, around);
  const before = process.cpuUsage();
  const { run } = await runStep(all, shape, { durationMs: Number(third) }, 0, around);
  const cpu = process.cpuUsage(before);
  lanes.close();
  const cpuS = (cpu.user + cpu.system) / 1e6;
  console.log(
    JSON.stringify({ requests: run.succeeded, failed: run.requests - run.succeeded, rate: run.perSecond, cpuS }),
  );
}
process.exit(0);
