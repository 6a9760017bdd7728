/** Every rule about clients stands on sentences that speak of clients. */

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CLIENT_DOCS, clientDocs } from "../../scripts/client-docs.ts";
import { CLIENT_RULES } from "../../src/client-rules/mod.ts";
import { call } from "../cli/fakes.ts";
import { needingShared, sharedJson } from "../support/shared.ts";

interface Clause {
  readonly party: string;
  readonly page: string;
  readonly anchor: string;
}

describe("the rules about clients", () => {
  it("are all in the list, in files that bear their names", () => {
    const folder = new URL("../../src/client-rules/", import.meta.url);
    const files = readdirSync(folder, { recursive: true })
      .map(String)
      .filter((one) => /^[a-z]+[\\/]client-[a-z-]+\.ts$/.test(one));
    const ids = files.map((one) => one.replace(/^[a-z]+[\\/]/, "").replace(/\.ts$/, ""));
    expect(CLIENT_RULES.map((one) => one.id).toSorted()).toEqual(ids.toSorted());
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("are documented as they are", () => {
    expect(readFileSync(CLIENT_DOCS, "utf8")).toBe(clientDocs());
  });

  it("are explained", async () => {
    const { code, out } = await call(["explain", "client-accept"]);
    expect(code).toBe(0);
    expect(out).toContain("client-accept: Accept of every POST lists JSON and event streams");
    expect(await call(["explain", "client-acept"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("client-accept"),
    });
  });

  for (const revision of ["2025-11-25", "2026-07-28"] as const) {
    const file = `clauses/${revision}.json`;
    const clauses = sharedJson(file) as readonly Clause[] | undefined;
    it.skipIf(clauses === undefined)(needingShared(`name clauses of ${revision} that bind clients`, file), () => {
      const places = new Set(
        (clauses ?? [])
          .filter((one) => one.party === "client" || one.party === "both")
          .map((one) => `${one.page}#${one.anchor}`),
      );
      const named = CLIENT_RULES.flatMap((rule) =>
        (rule.revisions[revision]?.clauses ?? []).map((clause) => `${rule.id}: ${clause}`),
      );
      expect(named.filter((one) => !places.has(one.split(": ")[1] ?? ""))).toEqual([]);
    });
  }
});
