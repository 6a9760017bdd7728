import { describe, expect, it } from "vitest";
import { runInMemory } from "../support/matrix.ts";
import { mutant, wrapStdio } from "../support/mutate.ts";

const TEXT = new TextEncoder();

/** Asks for the roots when they have changed, and ends of the answer. */
const asksLater = wrapStdio((start) => (output) => {
  const input = start(output);
  return {
    end: () => input.end(),
    chunk(bytes) {
      const text = new TextDecoder().decode(bytes);
      if (text.includes('"roots-1"')) return output.exit(1);
      if (text.includes('"notifications/roots/list_changed"')) {
        output.stdout(TEXT.encode('{"jsonrpc":"2.0","id":"roots-1","method":"roots/list"}\n'));
      }
      input.chunk(bytes);
    },
  };
});

describe("what a server asks of the client", () => {
  it("is not laid to the session before, where it asks when that is over, in the same process", async () => {
    const made = mutant({ name: "test", revisions: ["2025-11-25"], transports: ["stdio"] }, asksLater);
    const { report } = await runInMemory(made.server("2025-11-25"), "2025-11-25", "stdio", {
      only: ["lifecycle-roots-capability", "lifecycle-list-changed"],
    });
    const outcomes = Object.fromEntries(report.tests.map((one) => [one.id, `${one.outcome} ${one.details}`]));
    expect(outcomes["lifecycle-list-changed"]).toMatch(/^fail After notifications\/roots\/list_changed/);
    expect(outcomes["lifecycle-roots-capability"]).toBe("skip The server sent no roots/list");
  });
});
