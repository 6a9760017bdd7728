import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  gather,
  getTestDefinitions,
  judge,
  runComplianceSuite,
  SUPPORTED_SPEC_VERSIONS,
  specBaseFor,
} from "../../mod.ts";
import { type Listening, listenHttp } from "../../src/runtime/serve-http.ts";
import { reference } from "../support/reference.ts";

describe("the public API", () => {
  const server = reference("2026-07-28");
  let listening: Listening;
  beforeAll(async () => {
    listening = await listenHttp(server.http);
  });
  afterAll(async () => {
    server.close();
    await listening.close();
  });

  it("grades a server by its URL and tells of each check once", async () => {
    const told: string[] = [];
    const report = await runComplianceSuite(listening.url, {
      only: ["errors"],
      onTestComplete: ({ id }) => told.push(id),
    });
    expect(report.specVersion).toBe("2026-07-28");
    expect(report.grade).toBe("A");
    expect([...told].sort()).toEqual(report.tests.map((one) => one.id).sort());
  });

  it("gives a recording that is judged again to the same report", async () => {
    const { report, recording } = await gather(listening.url, { only: ["tools-list"] });
    expect(judge(recording, { only: ["tools-list"] })).toEqual(report);
  });

  it("knows the checks of both revisions", () => {
    expect(SUPPORTED_SPEC_VERSIONS.map((version) => getTestDefinitions(version).length)).toEqual([88, 103]);
    expect(specBaseFor("2026-07-28")).toBe("https://modelcontextprotocol.io/specification/2026-07-28");
  });

  it("names what is wrong with a target", async () => {
    await expect(runComplianceSuite("ftp://x")).rejects.toThrow("'target' must be an http:// or https:// URL");
  });
});
