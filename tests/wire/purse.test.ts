import { expect, test } from "vitest";
import { JSON_LIMITS, sizeOfJson } from "../../src/model/json.ts";
import { allowance, BUDGETS, createPurse, LEAST, weigh } from "../../src/wire/purse.ts";

test("sizeOfJson counts what is no text", () => {
  expect(sizeOfJson("")).toEqual({ values: 0 });
  expect(sizeOfJson('{"a":[1,2,{"b":"[[[,,,{{{"}]}')).toEqual({ values: 5 });
  expect(sizeOfJson('["a\\"[[[",[]]')).toEqual({ values: 3 });
  expect(sizeOfJson('["a\\\\",[[]]]')).toEqual({ values: 4 });
  // A text that never ends hides what follows; so it does for whoever reads it as JSON.
  expect(sizeOfJson('["[[[')).toEqual({ values: 1 });
});

test("sizeOfJson finds where a limit is passed", () => {
  const { levels, values } = JSON_LIMITS;
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  expect(sizeOfJson(nested(levels)).beyond).toBeUndefined();
  expect(sizeOfJson(nested(levels + 1)).beyond).toEqual({ limit: "levels", at: levels });
  expect(sizeOfJson(`[${nested(levels - 1)},${nested(levels - 1)}]`).beyond).toBeUndefined();
  expect(sizeOfJson(`[${"0,".repeat(values - 1)}0]`).beyond).toBeUndefined();
  expect(sizeOfJson(`[${"0,".repeat(values)}0]`).beyond?.limit).toBe("values");
});

test("what passes a limit is cut to something that is no JSON", () => {
  const text = `{"id":1,"result":${"[".repeat(600)}${"]".repeat(600)}}`;
  const { frame, beyond } = weigh({ kind: "body", at: 0, text, bytes: text.length });
  expect(beyond).toEqual({ kind: "over-budget", budget: "levels", limit: JSON_LIMITS.levels });
  expect(text.startsWith(frame.text)).toBe(true);
  expect(() => JSON.parse(frame.text)).toThrow();
});

test("a purse that is used up leaves each the least", () => {
  const purse = createPurse({ bytes: 100, frames: 2 });
  purse.spend(100, 2);
  expect(allowance(BUDGETS, purse)).toEqual(BUDGETS);
  purse.spend(1, 1);
  expect(allowance(BUDGETS, purse)).toEqual(LEAST);
  expect(allowance({ bytes: 10, frames: 1 }, purse)).toEqual({ bytes: 10, frames: 1 });
});
