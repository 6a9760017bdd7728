/** What the wire promises, as cases that run on every runtime. Plain TypeScript: no test framework is needed. */
import type { CarrierName } from "../../src/wire/wire.ts";
import { type Case, withBench } from "./bench.ts";
import { HTTP_CASES, RAW_CASES } from "./http-cases.ts";
import { STDIO_CASES } from "./stdio-cases.ts";

export interface Group {
  readonly name: string;
  readonly carrier: CarrierName;
  readonly cases: readonly Case[];
  /** Cases that may run at the same time: many only wait. */
  readonly atOnce: number;
}

export const CONTRACT: readonly Group[] = [
  { name: "node:http", carrier: "node", cases: [...HTTP_CASES, ...RAW_CASES], atOnce: 3 },
  { name: "fetch", carrier: "fetch", cases: [...HTTP_CASES, ...RAW_CASES], atOnce: 3 },
  { name: "stdio", carrier: "node", cases: STDIO_CASES, atOnce: 4 },
];

/** Runs one case against the fixture server at `origin`. */
export function runCase(origin: string, group: Group, one: Case): Promise<void> {
  return withBench(origin, group.carrier, (bench) => one.run(bench));
}
