import { describe, expect, it } from "vitest";
import { createLimiter } from "../../src/engine/limiter.ts";

describe("createLimiter()", () => {
  it("lets the most urgent of those that wait go next, and of equals the one that asked first", async () => {
    const limit = createLimiter(1);
    const order: string[] = [];
    const task = (name: string) => async () => void order.push(name);
    const first = limit(async () => {
      await Promise.resolve();
      order.push("first");
    });
    await Promise.all([
      first,
      limit(task("calm")),
      limit(task("calm too")),
      limit(task("urgent"), 5),
      limit(task("middling"), 2),
    ]);
    expect(order).toEqual(["urgent", "middling", "first", "calm", "calm too"]);
  });

  it("gives the place on when a task fails", async () => {
    const limit = createLimiter(1);
    const failing = limit(() => Promise.reject(new Error("no")));
    const next = limit(async () => "next");
    await expect(failing).rejects.toThrow("no");
    await expect(next).resolves.toBe("next");
  });

  it("lets sizes add up to its limit and no further, and lets nobody small go before somebody big", async () => {
    const limit = createLimiter(8);
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const task = (name: string) => () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const turn = () => new Promise((resolve) => setTimeout(resolve, 2));
    const all = [
      limit(task("five"), 0, 5),
      limit(task("two"), 0, 2),
      limit(task("eight"), 0, 8),
      limit(task("one"), 0, 1),
    ];
    await turn();
    expect(begun).toEqual(["five", "two"]);
    for (const end of ends.splice(0)) end();
    await turn();
    expect(begun).toEqual(["five", "two", "eight"]);
    for (const end of ends.splice(0)) end();
    await turn();
    expect(begun).toEqual(["five", "two", "eight", "one"]);
    for (const end of ends.splice(0)) end();
    await Promise.all(all);
  });
});
