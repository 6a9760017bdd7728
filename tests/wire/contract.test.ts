import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONTRACT, runCase } from "./contract.ts";
import { type Fixture, startFixture } from "./fixture-server.ts";
import { GAPS, gapOf } from "./gaps.ts";

let fixture: Fixture;
const warnings: string[] = [];
process.on("warning", (warning) => warnings.push(warning.message));

beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture.close());

for (const group of CONTRACT) {
  describe(group.name, { concurrent: group.atOnce > 1 }, () => {
    for (const one of group.cases) {
      const gap = gapOf("node", group.name, one.name);
      if (gap === undefined) test(one.name, () => runCase(fixture.origin, group, one));
      else {
        test(`${one.name} (known gap: ${gap.reason})`, async () => {
          await runCase(fixture.origin, group, one).catch((error: unknown) => expect(error).toBeInstanceOf(Error));
        });
      }
    }
  });
}

test("every known gap names a case", () => {
  const names = CONTRACT.flatMap((group) => group.cases.map((one) => `${group.name}: ${one.name}`));
  expect(GAPS.map((gap) => `${gap.group}: ${gap.name}`).filter((name) => !names.includes(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

test("node:http, which carries by default, has no gap", () => {
  expect(GAPS.filter((gap) => gap.group === "node:http")).toEqual([]);
});

test("the runtime warned of nothing that piles up", () => {
  expect(warnings).toEqual([]);
});
