import { describe, expect, it } from "vitest";
import { arrivalsOf } from "../../src/load/arrivals.ts";
import { driveVirtual, queueing, stalling } from "./virtual.ts";

const rate = (perSecond: number) => ({ kind: "open", perSecond }) as const;
const users = (count: number) => ({ kind: "closed", users: count }) as const;

describe("arrivalsOf()", () => {
  it("makes a request due at each gap of an open loop, and none at its end", () => {
    const arrivals = arrivalsOf(rate(100), { durationMs: 1000 });
    expect(arrivals.count).toBe(100);
    expect(arrivals.due(99, 0)).toBe(990);
    expect(arrivalsOf(rate(3), { durationMs: 1000 }).count).toBe(3);
    expect(arrivalsOf(rate(100), { durationMs: 1000, requests: 20 })).toMatchObject({ count: 20, until: 200 });
  });

  it("makes a request due when its user is free in a closed loop", () => {
    const arrivals = arrivalsOf(users(2), { requests: 5 });
    expect(arrivals).toMatchObject({ count: 5, until: Number.POSITIVE_INFINITY });
    expect(arrivals.due(3, 47)).toBe(47);
    expect(arrivalsOf(users(2), {}).until).toBe(0);
  });
});

describe("drive()", () => {
  it("shows a stall of 1 s every 10 s in p99 at a rate, where a closed loop hides it", async () => {
    const server = stalling(10, 1000, 10_000);
    const open = await driveVirtual(rate(100), { durationMs: 60_000 }, server, { lanes: 500 });
    expect(open.run).toMatchObject({ requests: 6000, succeeded: 6000, errors: [] });
    // A tenth of all requests was due in a stall: they waited evenly from 0 to 1 s.
    expect(open.run.latency?.p50).toBeCloseTo(10, 1);
    expect(open.run.latency?.p95).toBeGreaterThan(400);
    expect(open.run.latency?.p99).toBeGreaterThan(880);
    expect(open.run.latency?.max).toBeCloseTo(1010, -1);

    const closed = await driveVirtual(users(1), { durationMs: 60_000 }, server);
    expect(closed.run.latency?.p99).toBeCloseTo(10, 1);
  });

  it("shows the same stall when there is but one connection: what waits for it has waited", async () => {
    const one = await driveVirtual(rate(50), { durationMs: 60_000 }, stalling(10, 1000, 10_000), { lanes: 1 });
    expect(one.run.requests).toBe(3000);
    expect(one.run.latency?.p95).toBeGreaterThan(400);
    expect(one.run.latency?.p99).toBeGreaterThan(880);
  });

  it("measures what a queue of one does: as many a second as fit, latency by the number of users", async () => {
    const alone = await driveVirtual(users(1), { durationMs: 10_000 }, queueing(1, 20));
    const ten = await driveVirtual(users(10), { durationMs: 10_000 }, queueing(1, 20));
    expect(alone.run.perSecond).toBeCloseTo(50, 0);
    expect(ten.run.perSecond).toBeCloseTo(50, 0);
    expect(alone.run.latency?.p50).toBeCloseTo(20, 1);
    expect(ten.run.latency?.p50).toBeCloseTo(200, 0);
  });

  it("tells the rate that a server keeps, not the one that was asked for", async () => {
    const kept = await driveVirtual(rate(40), { durationMs: 10_000 }, queueing(1, 20));
    const lost = await driveVirtual(rate(100), { durationMs: 10_000 }, queueing(1, 20), { lanes: 2000 });
    expect(kept.run.perSecond).toBeCloseTo(40, 0);
    expect(lost.run.perSecond).toBeCloseTo(50, 0);
    // Twice too many for 10 s: the last waited for nearly 10 s.
    expect(lost.run.latency?.max).toBeGreaterThan(9000);
  });

  it("takes fast errors neither for speed nor for throughput", async () => {
    const broken = await driveVirtual(users(5), { durationMs: 1000 }, (at) => ({
      at: at + 1,
      fault: { kind: "http_500", example: "HTTP 500" },
    }));
    expect(broken.run).toMatchObject({ succeeded: 0, perSecond: 0 });
    expect(broken.run.latency).toBeUndefined();
    expect(broken.run.errors).toMatchObject([{ kind: "http_500", count: broken.run.requests }]);
    expect(broken.run.requests).toBeGreaterThan(4000);
  });

  it("counts what was waited for in vain as waited", async () => {
    let n = 0;
    const half = await driveVirtual(users(1), { requests: 100 }, (at) => {
      n += 1;
      return n % 2 === 0 ? { at: at + 1000, fault: { kind: "timeout", example: "" } } : { at: at + 10 };
    });
    expect(half.run).toMatchObject({ requests: 100, succeeded: 50, errors: [{ kind: "timeout", count: 50 }] });
    expect(half.run.latency?.p50).toBeCloseTo(10, 1);
    expect(half.run.latency?.p95).toBeCloseTo(1000, 0);
  });

  it("tells of what was due and never sent, and of what was never answered", async () => {
    const never = await driveVirtual(rate(10), { durationMs: 1000 }, () => ({ at: 1e9 }), { lanes: 3, drainMs: 500 });
    expect(never.run).toMatchObject({ requests: 10, succeeded: 0, perSecond: 0 });
    expect(Object.fromEntries(never.run.errors.map((one) => [one.kind, one.count]))).toEqual({ unsent: 7, timeout: 3 });
    expect(never.unfinished).toBe(true);
    expect(never.run.latency?.max).toBeCloseTo(1500, 0);
  });

  it("gives what was measured when it is cancelled", async () => {
    const cut = await driveVirtual(users(2), { durationMs: 10_000 }, queueing(2, 10), { abortAt: 505 });
    expect(cut.cancelled).toBe(true);
    expect(cut.run).toMatchObject({ requests: 100, succeeded: 100, windowMs: 505 });
  });

  it("ends with the number of requests that was asked for, by whichever users", async () => {
    const done = await driveVirtual(users(7), { requests: 20 }, queueing(7, 10));
    expect(done.run).toMatchObject({ requests: 20, succeeded: 20, windowMs: 30 });
    expect(done.unfinished).toBe(false);
  });

  it("keeps the kinds of errors few, whatever a server invents", async () => {
    let n = 0;
    const many = await driveVirtual(users(1), { requests: 1000 }, (at) => {
      n += 1;
      return { at: at + 1, fault: { kind: `rpc_${n}`, example: "x".repeat(5000) } };
    });
    expect(many.run.errors.length).toBeLessThanOrEqual(17);
    expect(many.run.errors.reduce((sum, one) => sum + one.count, 0)).toBe(1000);
    expect(Math.max(...many.run.errors.map((one) => one.example.length))).toBeLessThan(300);
  });

  it.each([
    [300, 1000, 5 / 0.3],
    [700, 1000, 5 / 0.7],
    [999, 1000, 5 / 0.999],
    [1001, 1000, 5 / 1.001],
    [2500, 1000, 5 / 2.5],
  ])(
    "says what five users get done at %i ms an answer, however that fits into %i ms",
    async (takes, durationMs, rps) => {
      const slow = await driveVirtual(users(5), { durationMs }, (at) => ({ at: at + takes }));
      expect(slow.run.perSecond).toBeCloseTo(rps, 3);
    },
  );

  it("counts the time in which a server has stopped answering", async () => {
    const stopped = await driveVirtual(users(1), { durationMs: 1000 }, (at) => ({ at: at < 500 ? at + 10 : 5000 }));
    expect(stopped.run.perSecond).toBeCloseTo(50, 0);
  });

  it("counts the time in which all was refused, at a rate too", async () => {
    const late = await driveVirtual(rate(100), { durationMs: 2000 }, (at) => ({
      at: at + 1,
      ...(at < 1000 ? { fault: { kind: "http_503", example: "" } } : {}),
    }));
    expect(late.run).toMatchObject({ requests: 200, succeeded: 100 });
    expect(late.run.perSecond).toBeCloseTo(50, 0);
  });

  it("measures to the answer, not to the moment when its lane is free again", async () => {
    const held = await driveVirtual(users(1), { requests: 10 }, (at) => ({ at: at + 5, freeAt: at + 250 }));
    expect(held.run.latency).toMatchObject({ p50: 5, max: 5 });
  });

  it("leaves an answer to the wrong request its name, whatever else a server invents", async () => {
    let n = 0;
    const many = await driveVirtual(users(1), { requests: 100 }, (at) => {
      n += 1;
      return { at: at + 1, fault: { kind: n === 90 ? "crossed_id" : `rpc_${n}`, example: "" } };
    });
    expect(many.run.errors.find((one) => one.kind === "crossed_id")).toMatchObject({ count: 1 });
  });

  it("takes a secret out before it cuts a text, not a half of it after", async () => {
    const example = `${"x".repeat(195)}SECRETSECRET`;
    const told = await driveVirtual(users(1), { requests: 1 }, (at) => ({ at, fault: { kind: "http_500", example } }), {
      redact: (text) => text.replaceAll("SECRETSECRET", "[redacted]"),
    });
    expect(told.run.errors[0]?.example).not.toContain("SECR");
  });
});
