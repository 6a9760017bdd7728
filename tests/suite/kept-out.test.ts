import { expect, it } from "vitest";
import { challenge, withoutMetadata } from "../support/auth.ts";
import { runInMemory } from "../support/matrix.ts";
import { mutant, WITH_TOKEN, withAuth } from "../support/mutate.ts";

const INSIDE = "http://169.254.169.254/latest/meta-data";

it.each([
  ["https://mcp.example.com/mcp", false],
  ["http://127.0.0.1/mcp", true],
])("an address inside of a network, named by the server at %s, is asked: %s", async (url, asked) => {
  const server = mutant(
    { name: "names an address", revisions: ["2025-11-25"], options: { hosts: ["mcp.example.com"] } },
    withAuth(),
    challenge(`Bearer resource_metadata="${INSIDE}"`),
    withoutMetadata(),
  ).server("2025-11-25");
  const target = { kind: "http", url, headers: WITH_TOKEN.headers ?? [] } as const;
  const { recording } = await runInMemory(server, "2025-11-25", "http", { target, only: ["security-oauth-metadata"] });
  const urls = recording.runs.flatMap((run) =>
    run.exchanges.map((one) => (one.sent?.kind === "http" ? one.sent.url : "")),
  );
  expect(urls.some((one) => one.includes("/.well-known/"))).toBe(true);
  expect(urls.includes(INSIDE)).toBe(asked);
});
