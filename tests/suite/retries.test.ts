import { describe, expect, it } from "vitest";
import { runInMemory } from "../support/matrix.ts";
import { answering, httpText, methodOf, mutant, wrapHttp } from "../support/mutate.ts";

/** The verdict on a method that nobody has, with so many retries. */
async function outcomes(server: ReturnType<typeof mutant>, retries: number) {
  const { report } = await runInMemory(server.server("2025-11-25"), "2025-11-25", "http", { retries });
  return Object.fromEntries(report.tests.map((one) => [one.id, one.outcome]));
}

describe("--retries", () => {
  it("never turns a measured failure into a pass", async () => {
    const flaky = mutant({ name: "serves an unknown method once", revisions: ["2025-11-25"] }, () => {
      let first = true;
      return answering(
        ({ request }) => request?.method.startsWith("conformance/") ?? false,
        (message) => {
          if (!first) return message;
          first = false;
          return { jsonrpc: "2.0", id: message["id"] ?? null, result: {} };
        },
      );
    });
    expect((await outcomes(flaky, 3))["error-unknown-method"]).toBe("fail");
  });

  it("measures again what a gateway hid the first time", async () => {
    const gated = () =>
      mutant({ name: "a gateway in the way of the first lists", revisions: ["2025-11-25"] }, () => {
        let left = 3;
        return wrapHttp((request, next) => {
          if (methodOf(request) !== "tools/list" || left === 0) return next(request);
          left -= 1;
          return httpText(503, "busy");
        });
      });
    expect((await outcomes(gated(), 0))["tools-list"]).toBe("unknown");
    expect((await outcomes(gated(), 3))["tools-list"]).toBe("pass");
    expect((await outcomes(gated(), 3))["tools-call"]).toBe("pass");
  });
});
