import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Revision } from "../../src/model/revision.ts";
import { catalogueOf } from "../../src/suite.ts";
import { expectationsOf, makeOf } from "./expectations.ts";
import { REAL_SERVERS } from "./servers.ts";

const MAKES = readdirSync(new URL("./expected", import.meta.url)).map((file) => file.replace(/\.json$/, ""));
const RUNS = REAL_SERVERS.flatMap(({ name, revisions }) =>
  revisions.flatMap((one) => (one === "auto" ? [`${name}@2025-11-25`, `${name}@2026-07-28`] : [`${name}@${one}`])),
);

describe("what is expected of real servers", () => {
  it.each(MAKES)("%s: names runs and checks that there are, each once, and says why", (make) => {
    expect(REAL_SERVERS.map((server) => makeOf(server.name))).toContain(make);
    const seen = new Set<string>();
    for (const { check, on, because } of expectationsOf(make)) {
      expect(because, check).toMatch(/\.$/);
      for (const run of on) {
        expect(RUNS, check).toContain(run);
        expect(makeOf(run)).toBe(make);
        const revision = run.split("@")[1] as Revision;
        expect(catalogueOf(revision, "full").rules.map((rule) => rule.id)).toContain(check);
        expect(seen, "said twice").not.toContain(`${check} ${run}`);
        seen.add(`${check} ${run}`);
      }
    }
  });
});
