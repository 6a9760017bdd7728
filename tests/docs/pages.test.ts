import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { exitCodesOf } from "../../scripts/docs/exit-codes.ts";
import { anchorOf, filled, prose } from "../../scripts/docs/markdown.ts";
import { loadCommands, optionPage } from "../../scripts/docs/options.ts";
import { fieldsOf, readReportSchema, schemaPage } from "../../scripts/docs/report-schema.ts";
import { gradeOf, scoreOf } from "../../src/engine/grade.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGES = [
  "README.md",
  ...readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => `docs/${file.replaceAll("\\", "/")}`),
];

const read = (page: string) => readFileSync(join(ROOT, page), "utf8");

/** The text without its code, in which brackets are no links. */
const words = (page: string) =>
  read(page)
    .replace(/^```[\s\S]*?^```/gm, "")
    .replace(/`[^`\n]*`/g, "code");

function anchorsOf(page: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const text = read(page).replace(/^```[\s\S]*?^```/gm, "");
  const found = [...text.matchAll(/^#{1,6} (.+)$/gm)].map((match) => {
    const anchor = anchorOf(match[1] ?? "");
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return new Set([...found, ...[...text.matchAll(/<a id="([^"]+)"/g)].map((match) => match[1] ?? "")]);
}

/** Links to places in the project: page and anchor. */
function linksOf(page: string): readonly { readonly link: string; readonly path: string; readonly anchor: string }[] {
  return [...words(page).matchAll(/\]\(([^)\s]+)\)/g)]
    .map((match) => match[1] ?? "")
    .filter((link) => !/^[a-z]+:/.test(link))
    .map((link) => {
      const [file = "", anchor = ""] = link.split("#");
      return { link, path: file === "" ? page : normalize(join(dirname(page), file)), anchor };
    });
}

describe("the pages", () => {
  it.each(PAGES)("%s: every link leads somewhere", (page) => {
    const broken = linksOf(page).filter(
      ({ path, anchor }) =>
        !existsSync(join(ROOT, path)) || (anchor !== "" && path.endsWith(".md") && !anchorsOf(path).has(anchor)),
    );
    expect(broken.map((one) => one.link)).toEqual([]);
  });

  it("can all be reached from docs/README.md", () => {
    const reached = new Set(["docs/README.md"]);
    for (const page of reached) {
      for (const { path } of linksOf(page)) if (path.endsWith(".md") && existsSync(join(ROOT, path))) reached.add(path);
    }
    expect(PAGES.filter((page) => !reached.has(page))).toEqual([]);
  });

  it.each(PAGES)("%s: one title, tables whose rows have the cells of their head", (page) => {
    const text = read(page).replace(/^```[\s\S]*?^```/gm, "");
    expect(text.match(/^# .+$/gm)).toHaveLength(1);
    const cells = (line: string) => line.replaceAll("\\|", "").split("|").length;
    let head = 0;
    for (const line of text.split("\n")) {
      if (!line.startsWith("|")) head = 0;
      else if (head === 0) head = cells(line);
      else expect(cells(line), line).toBe(head);
    }
  });
});

describe("the page of options", async () => {
  const commands = await loadCommands();
  const { text } = optionPage(commands);

  it.each(commands.map((command) => [command.name, command] as const))("has all of %s", (name, command) => {
    const [, after = ""] = text.split(`\n## ${name}\n`);
    const section = after.split(/\n## /)[0] ?? "";
    for (const [option, { hidden, alias }] of Object.entries(command.options)) {
      if (hidden === true) continue;
      expect(section).toContain(option === "color" ? "--no-color" : `--${option}`);
      if (alias !== undefined) expect(section).toContain(`\`-${alias}\``);
    }
    for (const [line] of command.examples) expect(section).toContain(line);
    expect(command.examples.length, "examples").toBeGreaterThan(0);
  });

  it.each(commands.map((command) => [command.name, command] as const))("%s: exit codes can be read", (_, command) => {
    const codes = exitCodesOf(command).map(([code]) => code);
    expect([...codes].sort((a, b) => a - b)).toEqual(codes);
    expect(new Set(codes).size).toBe(codes.length);
  });
});

describe("the page of the report", () => {
  it("has every field, each with a meaning", () => {
    const fields = fieldsOf(readReportSchema());
    const paths = fields.map((field) => field.path);
    for (const path of ["summary.total", "categories.<name>.passed", "tests[].findings[].exchange.sent.lines"]) {
      expect(paths).toContain(path);
    }
    expect(fields.filter((field) => field.description === "").map((field) => field.path)).toEqual([]);
    const { text } = schemaPage();
    for (const path of paths) expect(text).toContain(`\`${path}\``);
  });

  it("says which fields are always there", () => {
    const always = Object.fromEntries(fieldsOf(readReportSchema()).map((field) => [field.path, field.always]));
    expect(always).toMatchObject({ grade: true, "tests[].skipped": false, "tests[].findings[].expected": false });
  });
});

describe("the methodology", () => {
  it("computes its example with the code that grades", () => {
    const text = read("docs/methodology.md");
    const [, required, optional] = /0\.70 \* (\d+ \/ \d+) \+ 0\.30 \* (\d+ \/ \d+)/.exec(text) ?? [];
    const share = (fraction = "") => {
      const [passed = 0, all = 1] = fraction.split(" / ").map(Number);
      return { passed, all };
    };
    const pool = (fraction: string | undefined, isRequired: boolean) => {
      const { passed, all } = share(fraction);
      return Array.from({ length: all }, (_, at) => ({
        required: isRequired,
        outcome: at < passed ? ("pass" as const) : ("fail" as const),
        category: "tools" as const,
      }));
    };
    const score = scoreOf([...pool(required, true), ...pool(optional, false)]);
    expect(text).toContain(`      = ${score}\ngrade = ${gradeOf(score)}`);
    const exact =
      100 *
      (0.7 * (share(required).passed / share(required).all) + 0.3 * (share(optional).passed / share(optional).all));
    expect(Math.abs(score - exact)).toBeLessThanOrEqual(0.1);
  });
});

describe("markdown", () => {
  it("makes anchors as GitHub does", () => {
    expect(anchorOf('What "not evaluable" means')).toBe("what-not-evaluable-means");
    expect(anchorOf("Errors show a stack trace (SDK 1.x)")).toBe("errors-show-a-stack-trace-sdk-1x");
    expect(anchorOf("`test`")).toBe("test");
  });

  it("keeps what would be markup, outside of code", () => {
    expect(prose("<a> `<b>` *c* d|e [f]")).toBe("\\<a\\> `<b>` \\*c\\* d\\|e \\[f\\]");
  });

  it("fills blocks, and refuses to leave one out", () => {
    const page = "a\n<!-- begin x -->\nold\n<!-- end x -->\nb\n";
    expect(filled("p.md", page, { x: ["new"] })).toBe("a\n<!-- begin x -->\n\nnew\n\n<!-- end x -->\nb\n");
    expect(() => filled("p.md", page, {})).toThrow(/nobody makes the block x/);
    expect(() => filled("p.md", page, { x: [], y: [] })).toThrow(/no block <!-- begin y -->/);
  });
});
