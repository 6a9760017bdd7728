import { describe, expect, it } from "vitest";
import { runCli } from "../../src/cli/cli.ts";
import { AUDIT_ALIASES } from "../../src/model/aliases.ts";
import { REVISIONS } from "../../src/model/mod.ts";
import { widthOf } from "../../src/report/width.ts";
import { CATALOGUE, RULES } from "../../src/rules/mod.ts";
import { nodeRuntime } from "../../src/runtime/mod.ts";
import { suiteOn } from "../../src/suite.ts";
import { fakeWorld } from "./fakes.ts";

async function run(...args: string[]) {
  const world = fakeWorld({ args, columns: 80 });
  const { startSelf: _, ...suite } = suiteOn(nodeRuntime());
  const code = await runCli(world, async () => suite);
  return { code, out: world.out(), err: world.err() };
}

const everyId = new Set(REVISIONS.flatMap((one) => [...CATALOGUE[one].core, ...CATALOGUE[one].full]));

describe("explain", () => {
  it("tells of a check in both revisions, with its clauses as links", async () => {
    const { code, out } = await run("explain", "tools-call");
    expect(code).toBe(0);
    const rule = RULES.find((one) => one.id === "tools-call");
    for (const text of [rule?.why, rule?.fix]) expect(oneLine(out)).toContain(text);
    for (const revision of REVISIONS) {
      const own = rule?.revisions[revision];
      expect(out).toContain(`MCP ${revision}`);
      expect(oneLine(out)).toContain(own?.method.fail);
      expect(out).toContain(`https://modelcontextprotocol.io/specification/${revision}/server/tools#calling-tools`);
    }
    expect(oneLine(out)).toContain("required if the server declares tools");
  });

  it("tells of one revision alone", async () => {
    const { out } = await run("explain", "tools-call", "--spec-version", "2025-11-25");
    expect(out).toContain("MCP 2025-11-25");
    expect(out).not.toContain("2026-07-28");
  });

  it("says which revision has no such check", async () => {
    expect((await run("explain", "lifecycle-init")).out).toContain("MCP 2026-07-28 has no check of this id.");
  });

  it("says once what both revisions have in the same words", async () => {
    const { out } = await run("explain", "error-method-code");
    expect(out.match(/^ {2}Fails /gm)).toHaveLength(1);
    expect(out).toMatch(/MCP 2025-11-25\n {2}optional, MUST.*\nMCP 2026-07-28\n {2}required, MUST/);
  });

  it.each(RULES.map((rule) => rule.id))("fits 80 columns but for links: %s", async (id) => {
    const { code, out } = await run("explain", id);
    expect(code).toBe(0);
    const long = out.split("\n").filter((line) => widthOf(line) > 80 && !/^ {4}https:/.test(line));
    expect(long).toEqual([]);
  });

  it("gives JSON", async () => {
    const value = JSON.parse((await run("explain", "lifecycle-init", "--json")).out);
    expect(value).toMatchObject({ schemaVersion: "1", id: "lifecycle-init" });
    expect(value.checks).toHaveLength(1);
    expect(value.checks[0]).toMatchObject({ id: "lifecycle-init", category: "lifecycle", notIn: ["2026-07-28"] });
    expect(value.checks[0].revisions).toHaveLength(1);
    expect(value.checks[0].revisions[0]).toMatchObject({ specVersion: "2025-11-25", required: true, level: "MUST" });
    expect(value.checks[0].revisions[0].clauses[0]).toEqual({
      clause: "basic/lifecycle#initialization",
      url: "https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#initialization",
    });
  });

  it.each([
    [["tools-cal"], 'There is no check "tools-cal". Did you mean tools-call?'],
    [["orgin-403"], "Did you mean origin-403?"],
    [["zzzzzzzzzz"], "mcp-compliance rules lists all of them."],
    [["security"], "security is a category, not a check. mcp-compliance rules --only security"],
    [[], "Which check?"],
    [
      ["lifecycle-init", "--spec-version", "2026-07-28"],
      "lifecycle-init is no check of 2026-07-28; it belongs to 2025",
    ],
    [["origin-403", "--spec-version", "2025-03-26"], '"2025-03-26" is not one of 2025-11-25, 2026-07-28'],
    [["get-405", "--spec-version", "2025-11-25"], "get-405 is no check of 2025-11-25; it belongs to 2026-07-28"],
    [["tools-call", "tools-list"], 'Unexpected argument "tools-list"'],
    [["tools-call", "--jsno"], "Did you mean --json?"],
  ])("%j is refused", async (args, message) => {
    const { code, out, err } = await run("explain", ...args);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  });
});

describe("the names of the audit", () => {
  it("are eleven, none of them a rule's, and stand for rules of the rule book", () => {
    expect(AUDIT_ALIASES.map((one) => one.id)).toEqual([
      "origin-403",
      "get-405",
      "delete-405",
      "protocol-version-header",
      "header-body-match",
      "unknown-method-404",
      "no-initialize",
      "notification-202",
      "accept-both",
      "session-id-ignored",
      "sse-no-buffering",
    ]);
    for (const alias of AUDIT_ALIASES) {
      expect(everyId.has(alias.id)).toBe(false);
      const { core, full } = CATALOGUE[alias.revision];
      for (const id of alias.rules) expect([...core, ...full]).toContain(id);
    }
  });

  it.each(AUDIT_ALIASES.map((one) => one.id))("%s is explained", async (id) => {
    const { code, out } = await run("explain", id);
    const alias = AUDIT_ALIASES.find((one) => one.id === id);
    expect(code).toBe(0);
    expect(out.startsWith(`${id}: ${alias?.title}\n`)).toBe(true);
    const here = alias?.rules.filter((one) => RULES.some((rule) => rule.id === one)) ?? [];
    for (const rule of here) expect(out).toContain(`${rule}: `);
    const json = JSON.parse((await run("explain", id, "--json")).out);
    expect(json.alias.rules).toEqual(alias?.rules);
    expect(json.checks.map((one: { id: string }) => one.id)).toEqual(here);
  });
});

describe("rules", () => {
  it("lists every rule of both revisions with the clauses that it cites, within 80 columns", async () => {
    const { code, out } = await run("rules");
    expect(code).toBe(0);
    expect(out).toMatch(/MCP 2025-11-25: 88 rules[\s\S]*MCP 2026-07-28: 103 rules/);
    for (const line of out.split("\n")) expect(widthOf(line), line).toBeLessThanOrEqual(80);
    const [old = "", modern = ""] = out.split("MCP 2026-07-28: 103");
    for (const [revision, text] of [
      ["2025-11-25", old],
      ["2026-07-28", modern],
    ] as const) {
      for (const id of CATALOGUE[revision].core) {
        const clauses = RULES.find((rule) => rule.id === id)?.revisions[revision]?.clauses ?? [];
        const block = new RegExp(`^[ *+] ${id} {2}.*\\n(?: {4}.*\\n)+`, "m").exec(text)?.[0] ?? "";
        for (const clause of clauses) expect(block.replace(/\n {6}#/g, "#")).toContain(`    ${clause}\n`);
        expect(clauses.length, id).toBeGreaterThan(0);
      }
    }
  });

  it("filters", async () => {
    const stdio = await run("rules", "--spec-version", "2026-07-28", "--transport", "stdio", "--only", "transport");
    expect(stdio.out).toContain("transport (5)");
    expect(stdio.out).not.toMatch(/transport-post|2025-11-25/);
    const { out } = await run("rules", "--only", "lifecycle-init");
    expect(out).toContain("MCP 2025-11-25: 1 rule\n");
    expect(out).not.toContain("2026-07-28");
    const without = await run("rules", "--spec-version=2025-11-25", "--skip=security,tools-call");
    expect(without.out).not.toMatch(/security-|tools-call /);
  });

  it("has the full profile", async () => {
    const ids = async (profile: string) => {
      const value = JSON.parse((await run("rules", "--json", "--profile", profile)).out);
      return value.catalogues.map((one: { rules: unknown[] }) => one.rules.length);
    };
    const full = await ids("full");
    expect(await ids("core")).toEqual([88, 103]);
    const made = REVISIONS.map((one) => RULES.filter((rule) => rule.revisions[one] !== undefined).length);
    expect(full).toEqual(made);
  });

  it("gives JSON with links", async () => {
    const value = JSON.parse((await run("rules", "--json", "--spec-version", "2025-11-25")).out);
    expect(value).toMatchObject({ schemaVersion: "1", profile: "core" });
    expect(value.catalogues).toHaveLength(1);
    expect(value.catalogues[0].rules[0]).toMatchObject({
      id: "transport-post",
      category: "transport",
      required: true,
      level: "MUST",
      basis: "spec",
    });
    for (const rule of value.catalogues[0].rules) {
      for (const { url } of rule.clauses) expect(new URL(url).pathname).toMatch(/^\/specification\/2025-11-25/);
    }
  });

  it.each([
    [["--only", "tols"], /No rule matches[\s\S]*Did you mean tools\?/],
    [["--only", ""], /--only is empty/],
    [["--only", "tools", "--skip", "tools"], /No rule matches/],
    [["tools"], /Unexpected argument "tools"/],
  ])("%j is refused", async (args, message) => {
    const { code, err } = await run("rules", ...args);
    expect(err).toMatch(message);
    expect(code).toBe(2);
  });
});

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ");
}
