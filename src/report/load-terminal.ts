import type { Latency, LoadReport, LoadStep, LoadVerdict } from "../model/load.ts";
import { ms, nameOf, percent, round } from "../model/load-words.ts";
import { escapeTerminal } from "./escape.ts";
import { clip, type Paint, pad, paintWith, wrapText } from "./layout.ts";
import { widthOf } from "./width.ts";

export interface LoadLook {
  readonly color: boolean;
  /** Columns. */
  readonly width: number;
  readonly unicode: boolean;
}

const BARS = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
const ASCII_BARS = [".", ":", "-", "=", "+", "*", "%", "#"];
/** Columns of the picture of how the latencies of a step are spread. */
const SPREAD = 12;
const EXAMPLES = 4;

/** The report for a terminal: a table with a line per step, what was found, and the gates. */
export function loadTerminal(report: LoadReport, look: LoadLook): string {
  const paint = paintWith(look.color);
  const say = (text: string) => escapeTerminal(text);
  const lines = [
    paint.bold(`${report.kind === "load" ? "Load" : "Benchmark"} of ${say(report.target)}`),
    ...wrapText(
      [
        `${report.specVersion} (${say(report.chosen)})`,
        say(report.method),
        ...(report.serverName === null ? [] : [say(report.serverName)]),
        `${report.requestBytes} bytes a request${report.answerBytes === null ? "" : `, ${report.answerBytes} an answer`}`,
      ].join("  "),
      look.width,
    ).map(paint.dim),
    "",
    ...table(report, look, paint),
    "",
    ...curves(report, look),
    ...findings(report, look, paint),
    ...errors(report, look, paint),
    ...report.warnings.flatMap((warning) => hang(`${paint.yellow("!")} `, say(warning), look.width)),
    ...report.gates.flatMap((gate) =>
      hang(
        `${gate.passed ? paint.green("pass") : paint.red("FAIL")}  `,
        `${say(gate.gate)}: ${say(gate.detail)}`,
        look.width,
      ),
    ),
    ...(report.cancelled
      ? [paint.yellow("Cancelled: what is above was measured, and is not all that was asked for.")]
      : []),
  ];
  return `${lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trimEnd()}\n`;
}

interface Column {
  readonly title: string;
  readonly left?: true;
  /** Left out where there is no room, the highest first. */
  readonly spare?: number;
  cell(step: LoadStep, look: LoadLook): string;
  dye?(step: LoadStep, paint: Paint): (text: string) => string;
}

const plain = (text: string) => text;

function timeColumn(title: string, of: (latency: Latency) => number, spare?: number): Column {
  return {
    title,
    ...(spare === undefined ? {} : { spare }),
    cell: ({ latency }) => (latency === undefined ? "-" : round(of(latency))),
  };
}

const VERDICT = "verdict";

const COLUMNS: readonly Column[] = [
  {
    title: "",
    cell: ({ shape }) => nameOf(shape),
  },
  { title: "req/s", cell: ({ perSecond }) => round(perSecond.median) },
  { title: "", spare: 4, cell: halfSpread },
  timeColumn("p50", (one) => one.p50, 1),
  timeColumn("p90", (one) => one.p90, 6),
  timeColumn("p95", (one) => one.p95),
  timeColumn("p99", (one) => one.p99, 2),
  timeColumn("p99.9", (one) => one.p999, 5),
  timeColumn("max ms", (one) => one.max, 3),
  {
    title: "errors",
    cell: ({ errorShare }) => (errorShare === 0 ? "0" : percent(errorShare)),
    dye: ({ errorShare }, paint) => (errorShare > 0 ? paint.red : plain),
  },
  {
    title: "spread",
    left: true,
    spare: 7,
    cell: ({ latency }, look) => (latency === undefined ? "" : spreadLine(latency, look.unicode)),
    dye: (_step, paint) => paint.cyan,
  },
  {
    title: VERDICT,
    left: true,
    cell: ({ verdicts }) => verdicts.join(", "),
    dye: ({ verdict }, paint) => tone(verdict, paint),
  },
];

function table(report: LoadReport, look: LoadLook, paint: Paint): readonly string[] {
  const { steps } = report;
  if (steps.length === 0) return ["Nothing was measured."];
  let columns = COLUMNS.map((column) => {
    const cells = steps.map((step) => column.cell(step, look));
    return { column, cells, width: Math.max(widthOf(column.title), ...cells.map(widthOf)) };
  });
  const total = () => columns.reduce((sum, { width }) => sum + width + 2, -2);
  const narrowed = (from: number, to: number) => {
    for (let spare = from; spare >= to && total() > look.width; spare -= 1) {
      columns = columns.filter(({ column }) => column.spare !== spare);
    }
  };
  narrowed(7, 3);
  // The reasons below the table name every verdict.
  if (total() > look.width) {
    columns = columns.map((one) => {
      if (one.column.title !== VERDICT) return one;
      const cells = steps.map(({ verdict, verdicts }) =>
        verdicts.length > 1 ? `${verdict} +${verdicts.length - 1}` : verdict,
      );
      return { ...one, cells, width: Math.max(...cells.map(widthOf)) };
    });
  }
  narrowed(2, 1);
  const line = (texts: readonly string[], dye: (text: string, at: number) => string) =>
    columns
      .map(({ column, width }, at) => {
        const text = texts[at] ?? "";
        return dye(column.left === true ? pad(text, width) : start(text, width), at);
      })
      .join("  ")
      .trimEnd();
  const head = line(
    columns.map(({ column }) => column.title),
    plain,
  );
  return [
    paint.dim(clip(head, look.width, "")),
    ...steps.map((step, row) => {
      const texts = columns.map(({ cells }) => cells[row] ?? "");
      const whole = line(texts, plain);
      // Colours only where the line fits: they cannot be cut.
      if (widthOf(whole) > look.width) return clip(whole, look.width, "");
      return line(texts, (text, at) => (columns[at]?.column.dye?.(step, paint) ?? plain)(text));
    }),
  ];
}

/** Half of the way from the least to the most of the runs, by their median. */
function halfSpread({ perSecond, runs }: LoadStep, look: LoadLook): string {
  if (runs.length < 2 || perSecond.median === 0) return "";
  const half = (perSecond.max - perSecond.min) / 2 / perSecond.median;
  return `${look.unicode ? "\u00b1" : "+-"}${Math.round(half * 100)}%`;
}

function start(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(text))) + text;
}

function tone(verdict: LoadVerdict, paint: Paint): (text: string) => string {
  if (verdict === "ok") return paint.green;
  return verdict === "harness_limited" ? paint.yellow : paint.red;
}

/** The latencies of a step as bars, fast ones left, each bar twice as slow as the one before. */
function spreadLine(latency: Latency, unicode: boolean): string {
  const counts = latency.buckets.map(([, count]) => count);
  const shown = counts.length > SPREAD ? [...counts.slice(0, SPREAD - 1), sum(counts.slice(SPREAD - 1))] : counts;
  // The tail is what one looks for: a root makes the few visible beside the many.
  return sparkline(
    shown.map((count) => Math.sqrt(count)),
    unicode,
  );
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Values as bars from nothing to the largest; nothing at all is a blank. */
export function sparkline(values: readonly number[], unicode: boolean): string {
  const bars = unicode ? BARS : ASCII_BARS;
  const most = Math.max(...values, 0);
  return values
    .map((value) => (value <= 0 || most === 0 ? " " : (bars[Math.min(7, Math.floor((value / most) * 7.999))] ?? "")))
    .join("");
}

function curves(report: LoadReport, look: LoadLook): readonly string[] {
  const { steps } = report;
  const [first] = steps;
  const last = steps.at(-1);
  if (steps.length < 2 || first === undefined || last === undefined) return [];
  const rates = steps.map((step) => step.perSecond.median);
  const slow = steps.map((step) => step.p95?.median ?? 0);
  const range = `${nameOf(first.shape)} to ${nameOf(last.shape)}`;
  return [
    `throughput  ${sparkline(rates, look.unicode)}  up to ${round(Math.max(...rates))}/s, ${range}`,
    `p95         ${sparkline(slow, look.unicode)}  up to ${ms(Math.max(...slow))}`,
    ...(report.knee === null
      ? []
      : [
          `knee        at about ${users(report.knee.users)}: beyond, more of them only wait (${round(report.knee.perSecond)}/s at best)`,
        ]),
    "",
  ];
}

function users(count: number): string {
  return `${round(count)} ${count === 1 ? "user" : "users"}`;
}

function findings(report: LoadReport, look: LoadLook, paint: Paint): readonly string[] {
  const lines = report.steps.flatMap((step) =>
    step.reasons.flatMap((reason, at) => {
      const verdict = step.verdicts[at] ?? step.verdict;
      const head = `${nameOf(step.shape)}  ${verdict}: `;
      return hang(tone(verdict, paint)(head), escapeTerminal(reason), look.width, head.length);
    }),
  );
  if (lines.length === 0) return [];
  const once = report.steps.every((step) => step.runs.length < 2);
  const note = once ? [paint.dim("One run only: nothing tells a finding from a bad moment. --repeat 3 does.")] : [];
  return [...lines, ...note, ""];
}

function errors(report: LoadReport, look: LoadLook, paint: Paint): readonly string[] {
  const kinds = new Map<string, { count: number; example: string }>();
  for (const one of report.steps.flatMap((step) => step.errors)) {
    const before = kinds.get(one.kind);
    kinds.set(one.kind, { count: (before?.count ?? 0) + one.count, example: before?.example ?? one.example });
  }
  const sorted = [...kinds].sort(([, a], [, b]) => b.count - a.count);
  if (sorted.length === 0) return [];
  const rest = sorted.length - EXAMPLES;
  return [
    "Errors",
    ...sorted.slice(0, EXAMPLES).map(([kind, { count, example }]) => {
      const head = `  ${escapeTerminal(kind)} x ${count}  `;
      return `${paint.red(head)}${clip(escapeTerminal(example), Math.max(20, look.width - widthOf(head)), "...")}`;
    }),
    ...(rest > 0 ? [`  and ${rest} more kinds (--format json)`] : []),
    "",
  ];
}

/** A text behind a head, its further lines below its first. */
function hang(
  head: string,
  text: string,
  width: number,
  size = widthOf(head.replace(/\u001b\[\d+m/g, "")),
): readonly string[] {
  const [first = "", ...rest] = wrapText(text, Math.max(30, width - size));
  return [head + first, ...rest.map((line) => " ".repeat(size) + line)];
}
