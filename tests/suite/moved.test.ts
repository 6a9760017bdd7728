import { describe, expect, it } from "vitest";
import { REVISIONS } from "../../src/model/revision.ts";
import { runInMemory } from "../support/matrix.ts";
import { httpText, mutant, wrapHttp } from "../support/mutate.ts";

/** The reference at /mcp/, with a redirect from /mcp. */
function moving(revision: (typeof REVISIONS)[number], location: string, status: number) {
  return mutant(
    { name: "moved", revisions: [revision] },
    wrapHttp((request, next) => {
      const path = request.path.split("?")[0] ?? "";
      if (path === "/mcp/") return next({ ...request, path: request.path.replace("/mcp/", "/mcp") });
      return path === "/mcp" ? httpText(status, "", [["Location", location]]) : next(request);
    }),
  ).server(revision);
}

describe.each(REVISIONS)("an endpoint of %s that redirects", (revision) => {
  it.each([307, 308])("is tested where it has moved to on its own origin, and says so (%d)", async (status) => {
    const { report, recording } = await runInMemory(moving(revision, "/mcp/", status), revision, "http");
    expect(
      report.tests.filter((one) => one.outcome === "fail" || one.outcome === "unknown").map((one) => one.id),
    ).toEqual([]);
    expect(report.warnings.some((one) => one.includes(`redirects to http://127.0.0.1/mcp/ (HTTP ${status})`))).toBe(
      true,
    );
    const [first] = recording.runs[0]?.exchanges ?? [];
    expect(first).toBeDefined();
  });

  it.each([301, 302])(
    "is not followed where a POST would become a GET, and the address is named (%d)",
    async (status) => {
      const { report } = await runInMemory(moving(revision, "/mcp/?token=abc", status), revision, "http");
      expect(report.warnings.join()).toContain(
        `redirects to http://127.0.0.1/mcp/ (HTTP ${status}), which is not followed`,
      );
      expect(report.warnings.join()).not.toContain("abc");
    },
  );

  it("in a circle says so", async () => {
    const { report } = await runInMemory(moving(revision, "/mcp", 307), revision, "http");
    expect(report.warnings.join()).toContain("redirects to itself (HTTP 307)");
  });

  it("is not followed to another origin", async () => {
    const { report, recording } = await runInMemory(
      moving(revision, "https://elsewhere.example/mcp", 307),
      revision,
      "http",
    );
    const urls = recording.runs.flatMap((run) =>
      run.exchanges.map((one) => (one.sent?.kind === "http" ? one.sent.url : "")),
    );
    expect(urls.filter((one) => one.includes("elsewhere"))).toEqual([]);
    expect(report.grade).toBe("F");
    expect(report.warnings.join()).toMatch(
      /redirects to https:\/\/elsewhere\.example\/mcp \(HTTP 307\), which is not followed: test that address/,
    );
  });
});
