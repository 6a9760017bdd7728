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
});
