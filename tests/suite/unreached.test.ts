import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { wrongDoor } from "../../src/engine/detect.ts";
import { REVISIONS } from "../../src/model/revision.ts";
import type { Target } from "../../src/model/target.ts";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import { runSuite } from "../../src/suite.ts";
import { runOptions } from "../support/run.ts";

describe.each(REVISIONS)("a URL where nothing listens, pinned to %s", (specVersion) => {
  it("passes nothing, and is one cause", async () => {
    const target = { kind: "http", url: "http://127.0.0.1:9/mcp", headers: [] } as const;
    const { report } = await runSuite(runOptions(target, { specVersion }), nodeRuntime());
    expect(report.reached).toBe(false);
    expect(report.score).toBe(0);
    expect(report.warnings[0]).toMatch(
      /^There is no connection to http:\/\/127\.0\.0\.1:9\/mcp .*check that the server runs/,
    );
    expect(report.tests.filter((one) => one.outcome === "pass").map((one) => one.id)).toEqual([]);
    const causes = new Set(report.tests.filter((one) => one.outcome === "unknown").map((one) => one.details));
    expect([...causes]).toEqual([expect.stringContaining("ECONNREFUSED")]);
    const skips = new Set(report.tests.filter((one) => one.outcome === "skip").map((one) => one.details));
    expect([...skips]).toEqual([expect.stringMatching(/^Not measured: .*ECONNREFUSED/)]);
  });
});

describe("a target that is no MCP server", () => {
  async function warned(target: Target): Promise<readonly string[]> {
    return (await runSuite(runOptions(target), nodeRuntime())).report.warnings;
  }

  it.each([
    [404, "text/html", "HTTP 404 with an HTML page"],
    [404, "text/plain", "HTTP 404 with no JSON-RPC message"],
    [200, "text/html", "HTTP 200 with an HTML page"],
  ] as const)("HTTP %i with %s: the path is named", async (status, type, what) => {
    await withPage(status, type, async (url) => {
      const [first] = await warned({ kind: "http", url, headers: [] });
      expect(first).toBe(
        `What answers at ${url} does not look like an MCP endpoint (${what}): check the URL's path; often it is /mcp.`,
      );
      const secure = await warned({ kind: "http", url: url.replace("http:", "https:"), headers: [] });
      expect(secure[0]).toContain("try http://");
      expect(secure.join()).not.toMatch(/SSL routines|\.c:\d/);
    });
  });

  it("says nothing of the path when a gateway answers", async () => {
    await withPage(502, "text/html", async (url) => {
      expect((await warned({ kind: "http", url, headers: [] })).join()).not.toContain("MCP endpoint");
    });
  });

  it("shows what a command that is no stdio server printed", async () => {
    const args = ["-e", 'console.log("Listening on 3001"); setTimeout(() => {}, 60_000)'];
    const target = { kind: "stdio", command: "node", args, env: {} } as const;
    const { report } = await runSuite(runOptions(target, { startupTimeoutMs: 1000 }), nodeRuntime());
    expect(report.warnings[0]).toBe(
      "The command runs, but wrote on stdout only text, no message: Listening on 3001. Check that it speaks MCP on " +
        "stdio; if it listens on a port, test its URL. --startup-timeout gives it more time.",
    );
  });

  it("names a command that does not exist", async () => {
    const [first] = await warned({ kind: "stdio", command: "no-such-command-here", args: [], env: {} });
    expect(first).toMatch(/^The command could not be started .*check the command, its path and the working directory/);
  });
});

async function withPage(status: number, type: string, use: (url: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => response.writeHead(status, { "content-type": type }).end("<h1>no</h1>"));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe("a certificate that is not trusted", () => {
  it.each(["self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)", "certificate has expired (CERT_HAS_EXPIRED)"])(
    "is said to be that: %s",
    (detail) => {
      const sent = { kind: "http", method: "POST", url: "https://127.0.0.1/mcp", headers: [], ids: [1] } as const;
      const exchange = {
        id: "a#1",
        label: "initialize",
        part: "ask",
        connection: "1",
        revision: "2025-11-25",
      } as const;
      const ending = { kind: "refused", detail } as const;
      const run = {
        probe: "a",
        exchanges: [{ ...exchange, sent, at: 0, ms: 1, frames: [], ending }],
        outcome: { kind: "done" },
      } as const;
      expect(wrongDoor([run], "a", "https://127.0.0.1/mcp")).toBe(
        `The TLS certificate of https://127.0.0.1/mcp is not trusted (${detail}): name the authority that signed it with --ca, or take any certificate with --insecure.`,
      );
    },
  );
});
