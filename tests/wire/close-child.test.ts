import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeChild } from "../../src/wire/close-child.ts";
import type { Spawned } from "../../src/wire/spawned.ts";

/** A child that nothing but SIGKILL ends, in a world whose time is moved by hand. */
function stubborn(hurry?: AbortSignal) {
  const signals: unknown[] = [];
  let exit = () => {};
  const exited = new Promise<void>((resolve) => {
    exit = resolve;
  });
  const spawned = {
    process: {},
    signal(signal: unknown) {
      signals.push(signal);
      if (signal === "SIGKILL") exit();
      return true;
    },
    release: () => void signals.push("released"),
  } as unknown as Spawned;
  const stdin = { end: () => void signals.push("end of input"), endedAt: () => undefined, destroy() {} };
  let closed = false;
  const closing = closeChild(spawned, { stdin: stdin as never, now: () => 0, exited, over: exited, hurry }).then(() => {
    closed = true;
  });
  return { signals, closing, closed: () => closed };
}

describe("a child that does not end by itself", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is given the time that the specification asks for", async () => {
    const { signals, closed } = stubborn(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(1999);
    expect(signals).toEqual(["end of input"]);
    await vi.advanceTimersByTimeAsync(1);
    expect(signals).toEqual(["end of input", "SIGTERM"]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(signals).toEqual(["end of input", "SIGTERM", "SIGKILL", "released"]);
    expect(closed()).toBe(true);
  });

  it("is gone within a second of a cancelled run, step by step all the same", async () => {
    const { signals, closed } = stubborn(AbortSignal.abort());
    await vi.advanceTimersByTimeAsync(0);
    expect(signals).toEqual(["end of input"]);
    await vi.advanceTimersByTimeAsync(999);
    expect(signals).toEqual(["end of input", "SIGTERM", "SIGKILL", "released"]);
    expect(closed()).toBe(true);
  });

  it("is gone within a second when the run is cancelled while it is being closed", async () => {
    const controller = new AbortController();
    const { signals, closed } = stubborn(controller.signal);
    await vi.advanceTimersByTimeAsync(500);
    expect(signals).toEqual(["end of input"]);
    controller.abort();
    await vi.advanceTimersByTimeAsync(999);
    expect(signals).toEqual(["end of input", "SIGTERM", "SIGKILL", "released"]);
    expect(closed()).toBe(true);
  });
});
