import { describe, expect, it } from "vitest";
import { runInMemory } from "../support/matrix.ts";
import { answering, mutant } from "../support/mutate.ts";

/** Serves nothing but what opens a conversation; every refusal is the server's own. */
function refusing(revision: "2025-11-25" | "2026-07-28") {
  return mutant(
    { name: "refuses all but its greeting", revisions: [revision] },
    answering(
      ({ request }) => !["initialize", "server/discover"].includes(request?.method ?? ""),
      (message) => ({ jsonrpc: "2.0", id: message["id"] ?? null, error: { code: -32603, message: "no" } }),
    ),
  ).server(revision);
}

async function passed(revision: "2025-11-25" | "2026-07-28", transport: "http" | "stdio"): Promise<readonly string[]> {
  const { report } = await runInMemory(refusing(revision), revision, transport);
  return report.tests.filter((one) => one.outcome === "pass").map((one) => one.id);
}

describe("a server that refuses everything but its greeting", () => {
  it.each(["http", "stdio"] as const)("is not credited with its refusals at 2025-11-25 (%s)", async (transport) => {
    // ping, the twin of every refusal, is refused as well.
    const credited =
      /^(error-(?!id|retired|no)|tools-|resources-|prompts-|transport-(session|batch|get|delete|concurrent)|lifecycle-(ping|progress|cancel|meta|reinit|logging|completions)|security-(origin|tool|command|sql|path|extra|oversized|rate|session-not))/;
    expect((await passed("2025-11-25", transport)).filter((id) => credited.test(id))).toEqual([]);
  });

  it.each(["http", "stdio"] as const)(
    "is not credited with what it does not serve at 2026-07-28 (%s)",
    async (transport) => {
      const credited =
        /^(error-(missing|capability|invalid-cursor|method-code)|tools-|resources-|prompts-|lifecycle-(completions|progress|meta-tolerance|meta-client)|security-(tool|command|sql|path|ssrf|extra|oversized))/;
      expect((await passed("2026-07-28", transport)).filter((id) => credited.test(id))).toEqual([]);
    },
  );
});
