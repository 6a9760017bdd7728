import { describe, expect, it } from "vitest";
import type { Recording } from "../../src/model/recording.ts";
import { REVISIONS } from "../../src/model/revision.ts";
import type { HttpRequest, HttpResponse, Server } from "../../src/model/serving.ts";
import type { HttpTarget } from "../../src/model/target.ts";
import { runInMemory } from "../support/matrix.ts";
import { headerOf, httpText, mutant, TOKEN, WITH_TOKEN, withAuth } from "../support/mutate.ts";
import { MEMORY_URL } from "../support/reference.ts";

/** Keeps what it is sent, and says it back in its refusals. */
function listening(server: Server): { readonly server: Server; readonly heard: HttpRequest[] } {
  const heard: HttpRequest[] = [];
  const http = async (request: HttpRequest): Promise<HttpResponse> => {
    heard.push(request);
    const response = await server.http(request);
    if (response.kind !== "answer" || response.status < 400) return response;
    const said = `${headerOf(request, "authorization")} at ${request.path} is not good`;
    return httpText(response.status, said, response.headers);
  };
  return { server: { ...server, http }, heard };
}

async function run(revision: (typeof REVISIONS)[number], tokenInQuery: boolean, headers = WITH_TOKEN.headers ?? []) {
  const guarded = mutant({ name: "guarded", revisions: [revision] }, withAuth());
  const { server, heard } = listening(guarded.server(revision));
  const target: HttpTarget = { kind: "http", url: MEMORY_URL, headers };
  const consent = { tools: [], tokenInQuery };
  const { recording } = await runInMemory(server, revision, "http", { target, consent, concurrency: 4 });
  return { recording, heard };
}

function exchangesOf(recording: Recording, probe: string) {
  return recording.runs.find((one) => one.probe === probe)?.exchanges ?? [];
}

describe.each(REVISIONS)("the user's token (%s)", (revision) => {
  it("is taken away where the check is about its absence, however its header is spelled", async () => {
    const { recording, heard } = await run(revision, false, [["aUTHORIZATION", `Bearer ${TOKEN}`]]);
    const bare = exchangesOf(recording, "security/auth").filter((one) => one.label.endsWith(" without credential"));
    expect(bare.length).toBeGreaterThan(0);
    for (const one of bare) {
      const names = one.sent?.kind === "http" ? one.sent.headers.map(([name]) => name.toLowerCase()) : ["?"];
      expect(names).not.toContain("authorization");
    }
    expect(heard.filter((one) => headerOf(one, "authorization") === undefined).length).toBeGreaterThan(0);
  });

  it("goes into a query with consent only, and then alone", async () => {
    const without = await run(revision, false);
    expect(without.heard.filter((one) => one.path.includes("access_token"))).toEqual([]);
    const { heard } = await run(revision, true);
    const queried = heard.filter((one) => one.path.includes("access_token"));
    expect(queried.map((one) => new URL(one.path, "http://x").searchParams.get("access_token"))).toEqual([TOKEN]);
    expect(queried.map((one) => headerOf(one, "authorization"))).toEqual([undefined]);
  });

  it("is in no recording: not whole, not cut short, not said back", async () => {
    const { recording, heard } = await run(revision, true);
    const sent = heard
      .map((one) => headerOf(one, "authorization") ?? "")
      .filter((one) => one.includes(TOKEN.slice(0, -6)));
    expect(sent.some((one) => one === `Bearer ${TOKEN}`)).toBe(true);
    expect(sent.some((one) => one === `Bearer ${TOKEN.slice(0, -6)}`)).toBe(revision === "2025-11-25");
    const text = JSON.stringify(recording);
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain(TOKEN.slice(0, -6));
    expect(text).toContain("[redacted]");
  });

  it("is no scheme where it stands alone", async () => {
    const { recording } = await run(revision, false, [["Authorization", TOKEN]]);
    expect(recording.target.authorization).toBe("");
    expect(JSON.stringify(recording).toLowerCase()).not.toContain(TOKEN.toLowerCase());
  });
});
