import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../files.ts";
import type { Generated } from "../generate-registry.ts";
import { code, fenced, GENERATED, prose, table } from "./markdown.ts";

const FILE = "schemas/report.v1.json";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: { readonly [name: string]: Schema };
  readonly required?: readonly string[];
  readonly items?: Schema | false;
  readonly prefixItems?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly oneOf?: readonly Schema[];
  readonly $defs?: { readonly [name: string]: Schema };
}

export interface Field {
  /** `tests[].findings[].message`. */
  readonly path: string;
  readonly type: string;
  readonly always: boolean;
  readonly description: string;
}

/** What a field means, where the schema itself does not say it. */
const MEANINGS: { readonly [path: string]: string } = {
  schemaVersion: "Goes up when a field is renamed, removed or changes its type. Refuse a version that you do not know.",
  specVersion: "The revision that was graded, never `auto`. Ids of checks mean something only together with it.",
  toolVersion: "The version of mcp-compliance that wrote the report.",
  timestamp: "When the run began, UTC.",
  grade: "A from 90, B from 75, C from 60, D from 40, else F.",
  score: "0 to 100, one decimal, rounded down. See the [methodology](methodology.md#score-and-grade).",
  overall:
    "pass: nothing failed; partial: only optional checks did; fail: a required one did, or nothing was measured. What was not evaluable counts as failed.",
  summary: "Counts over all checks of the run.",
  "summary.total": "Checks of the run, skips included.",
  "summary.required": "How many of them are required.",
  "summary.requiredPassed": "Required ones that passed or were skipped.",
  "summary.skipped": "Checks that measured nothing: they are in no score.",
  categories: "The same counts for each category.",
  "categories.<name>.passed": "Passed or skipped.",
  "categories.<name>.total": "Checks of the category.",
  "categories.<name>.skipped": "Skipped ones.",
  tests: "One entry for each check, in the order of the catalogue.",
  "tests[].id": "The id, as `explain`, `--only` and `--skip` take it.",
  "tests[].name": "The sound behaviour in one short sentence.",
  "tests[].category": "The category, as `--only` and `--skip` take it.",
  "tests[].required": "Whether it is required of this server: some checks are so only where a capability is declared.",
  "tests[].outcome": "The verdict. unknown: it could not be seen whether the server does it right.",
  "tests[].details": "The first finding, the reason of a skip, what could not be seen, or remarks on a pass.",
  "tests[].durationMs": "How long the exchanges took that it stands on; several checks may share them.",
  "tests[].specRef": "The first clause, as a link.",
  "tests[].basis":
    "spec: a sentence of the specification. advice: no sentence asks for it, and it fails only on proof of harm.",
  "tests[].level": "How strong the sentence is.",
  "tests[].clauses": "Every clause that it rests on, as links.",
  "tests[].findings": "What is wrong, each with its place in the evidence. Empty unless it failed.",
  "tests[].findings[].message": "What is wrong.",
  "tests[].findings[].basis": "Only where it is another than the check's.",
  "tests[].findings[].expected": "What would have been right.",
  "tests[].findings[].actual": "What came.",
  "tests[].findings[].exchange": "The exchange that shows it, shortened where it is long; secrets are removed.",
  "tests[].findings[].exchange.id": "The probe and the number of the exchange in it.",
  "tests[].findings[].exchange.label": "What it was for.",
  "tests[].findings[].exchange.sent": "What was sent: a request over HTTP, or lines on stdin.",
  "tests[].findings[].exchange.sent.kind": "http or stdio.",
  "tests[].findings[].exchange.sent.method": "The HTTP method.",
  "tests[].findings[].exchange.sent.url": "The URL.",
  "tests[].findings[].exchange.sent.headers": "Pairs of name and value, in order.",
  "tests[].findings[].exchange.sent.body": "The body of the request.",
  "tests[].findings[].exchange.sent.lines": "The lines written to the server's stdin.",
  "tests[].findings[].exchange.received": "What came back; absent where nothing did.",
  "tests[].findings[].exchange.received.status": "The HTTP status.",
  "tests[].findings[].exchange.received.headers": "Pairs of name and value, in order.",
  "tests[].findings[].exchange.received.messages": "The body, the events of a stream, or the lines of stdout.",
  "tests[].findings[].exchange.ending": "How it ended.",
  "tests[].findings[].exchange.detail": "More about the ending.",
  "tests[].findings[].exchange.ms": "How long it took.",
  "tests[].fix": "What the author of a server does about a failure.",
  warnings: "Things to know before the results: why this revision, what was not tried, what makes the grade say less.",
  serverInfo: "What the server says of itself.",
  "serverInfo.protocolVersion": "The version that the conversation was held in.",
  "serverInfo.name": "Its name; null where it gave none.",
  "serverInfo.version": "Its version; null where it gave none.",
  "serverInfo.capabilities": "Its capabilities as declared.",
  toolCount: "How many tools it lists.",
  toolNames: "Their names.",
  resourceCount: "How many resources it lists.",
  resourceNames: "Their names.",
  promptCount: "How many prompts it lists.",
  promptNames: "Their names.",
  badge: "A badge with the grade.",
  "badge.image": "The image as a data URL.",
  "badge.markdown": "Markdown that shows it.",
  "baseline.file": "The file of known failures that the run was compared with.",
  "baseline.known": "Failures that the file names.",
  "baseline.known[].id": "The check.",
  "baseline.known[].outcome": "What became of it in this run.",
  "baseline.known[].reason": "The reason that the file gives.",
  "baseline.new": "Failures that the file does not name: they fail the gate.",
  "baseline.new[].id": "The check.",
  "baseline.new[].outcome": "What became of it in this run.",
  "baseline.new[].required": "Whether it is required of this server.",
  "baseline.stale": "Entries of the file that are true no longer: they fail the gate.",
  "baseline.stale[].id": "The check.",
  "baseline.stale[].why": "What is no longer true.",
  "baseline.unseen": "Entries of the file that this run could not confirm.",
  "baseline.unseen[].id": "The check.",
  "baseline.unseen[].why": "Why not.",
  "baseline.updated": "Set where this run wrote the file.",
  "baseline.updated.added": "Entries that it added.",
  "baseline.updated.removed": "Entries that it took out.",
};

export function readReportSchema(): Schema {
  return JSON.parse(readFileSync(join(ROOT, FILE), "utf8"));
}

/** Every field that the schema names, parents before children. */
export function fieldsOf(schema: Schema): readonly Field[] {
  const resolve = (one: Schema): Schema => {
    const name = one.$ref?.replace("#/$defs/", "");
    return name === undefined ? one : { ...resolve(schema.$defs?.[name] ?? {}), ...one };
  };
  const below = (path: string, given: Schema): readonly Field[] => {
    const own = resolve(given);
    const dot = path === "" ? "" : `${path}.`;
    const named = Object.entries(own.properties ?? {}).flatMap(([name, one]) =>
      field(`${dot}${name}`, one, own.required?.includes(name) ?? false),
    );
    const { additionalProperties: more, items } = own;
    return [
      ...named,
      ...(typeof more === "object" ? below(`${dot}<name>`, more) : []),
      ...(typeof items === "object" && own.prefixItems === undefined ? below(`${path}[]`, items) : []),
      ...(own.oneOf ?? []).flatMap((one) => below(path, one)),
    ];
  };
  const field = (path: string, given: Schema, always: boolean): readonly Field[] => {
    const own = resolve(given);
    const description = [MEANINGS[path], given.description].filter((one) => one !== undefined).join(" ");
    return [{ path, type: typeOf(own, resolve), always, description }, ...below(path, own)];
  };
  const seen = new Set<string>();
  // Alternatives name some fields twice.
  return below("", schema).filter(({ path }) => !seen.has(path) && seen.add(path) !== undefined);
}

function typeOf(own: Schema, resolve: (one: Schema) => Schema): string {
  if (own.const !== undefined) return JSON.stringify(own.const);
  if (own.enum !== undefined) return own.enum.map((one) => JSON.stringify(one)).join(", ");
  if (own.type === "array") {
    const items = typeof own.items === "object" && own.prefixItems === undefined ? resolve(own.items) : undefined;
    return items === undefined ? "array" : `array of ${items.enum === undefined ? (items.type ?? "object") : "string"}`;
  }
  const type = own.type === undefined ? "object" : [own.type].flat().join(" or ");
  return own.format === undefined ? type : `${type} (${own.format})`;
}

export function schemaPage(): Generated {
  const fields = fieldsOf(readReportSchema());
  const lines = [
    "# The JSON report",
    "",
    GENERATED,
    "",
    `\`--format json\` and \`--report json=file\` write it. Its schema is [${FILE}](../${FILE}) (JSON Schema, draft 2020-12),`,
    "which the npm package has too (`mcp-compliance/schemas/report.v1.json`). It is strict: a field that it does not name is",
    "an error, so validate with the schema of the version that wrote the report.",
    "",
    "## For those who read it",
    "",
    "- Look at `schemaVersion` first and refuse one that you do not know. New optional fields do not change it.",
    "- Read `specVersion` before `tests`: an id may be judged differently in another revision.",
    "- A skip is `passed: true, skipped: true`: nothing was measured. Do not take a count of passes for evidence without it.",
    '- What could not be evaluated is `passed: false` with `outcome: "unknown"`: it is no proof of a defect.',
    "- Two runs against the same server give the same verdicts, if `specVersion` is the same. Times, ids and random words differ.",
    "",
    ...fenced(
      "sh",
      "mcp-compliance test https://example.com/mcp --format json | jq -r '.tests[] | select(.outcome == \"fail\") | .id'",
    ),
    "",
    "## Fields",
    "",
    "Fields in *italics* may be absent.",
    "",
    ...table(
      ["Field", "Type", "Meaning"],
      fields.map(({ path, type, always, description }) => [
        always ? code(path) : `*${code(path)}*`,
        prose(type),
        cell(description),
      ]),
    ),
  ];
  return { path: "docs/report-schema.md", text: `${lines.join("\n")}\n` };
}

/** Meanings may hold links, which `prose` would take apart. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "\\<");
}
