import type { Latency, LoadReport, LoadStep } from "../model/load.ts";
import { ms, nameOf, round } from "../model/load-words.ts";
import { escapeHtml } from "./escape.ts";

/** Sizes of a plot, in units of its view box. */
const WIDTH = 560;
const HEIGHT = 300;
const LEFT = 64;
const RIGHT = 56;
const TOP = 14;
const BOTTOM = 42;

type Point = readonly [x: number, y: number];

/** Whether the generator's own ceiling is drawn: one far above would flatten the curve. */
export function ceilingShown({ steps }: LoadReport): boolean {
  return steps.some((step) => isNear(step, mostServed(steps)));
}

function mostServed(steps: LoadReport["steps"]): number {
  return Math.max(...steps.map((step) => step.perSecond.max));
}

function isNear(step: LoadStep, served: number): boolean {
  return step.ceiling !== undefined && step.ceiling <= served * 3;
}

/** Requests per second by step, from zero, with the spread of the runs and the generator's own ceiling. */
export function throughputPlot(report: LoadReport): string {
  const { steps } = report;
  const served = mostServed(steps);
  const near = (step: LoadStep) => isNear(step, served);
  const most = Math.max(served, ...steps.filter(near).map((step) => step.ceiling ?? 0)) * 1.05 || 1;
  const y = (value: number) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - Math.min(1, value / most));
  const x = columns(steps);
  const ticks = linearTicks(most).map((value) => gridLine(y(value), `${round(value)}`));
  const ceiling = steps.flatMap((step, at): Point[] => (near(step) ? [[x(at), y(step.ceiling ?? 0)]] : []));
  const line = steps.map((step, at): Point => [x(at), y(step.perSecond.median)]);
  const bars = steps.map(
    (step, at) =>
      `<line class="err" x1="${x(at)}" x2="${x(at)}" y1="${fix(y(step.perSecond.min))}" y2="${fix(y(step.perSecond.max))}"/>`,
  );
  const end = ceiling.at(-1);
  return svg(
    "Throughput by step",
    [
      ...ticks,
      ...names(steps, x),
      axis("requests per second"),
      polyline(ceiling, "ceiling"),
      end === undefined ? "" : `<text x="${fix(end[0] + 6)}" y="${fix(end[1] + 4)}">ceiling</text>`,
      ...bars,
      polyline(line, "a"),
      ...dots(
        line,
        "fa",
        steps.map((step) => `${nameOf(step.shape)}: ${round(step.perSecond.median)}/s`),
      ),
    ].join(""),
  );
}

const LINES = [
  ["p50", "a", (latency: Latency) => latency.p50],
  ["p95", "b", (latency: Latency) => latency.p95],
  ["p99", "c", (latency: Latency) => latency.p99],
] as const;

/** Percentiles by step on a logarithmic scale. */
export function latencyPlot(report: LoadReport): string {
  const { steps } = report;
  const values = steps.flatMap(({ latency }) => (latency === undefined ? [] : LINES.map(([, , of]) => of(latency))));
  if (values.length === 0)
    return svg("Latency by step", `<text x="${LEFT}" y="${HEIGHT / 2}">no request succeeded</text>`);
  const from = Math.floor(Math.log10(Math.max(0.001, Math.min(...values))));
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(0.001, ...values)) + 1e-9));
  const y = (value: number) =>
    TOP + (HEIGHT - TOP - BOTTOM) * (1 - (Math.log10(Math.max(0.001, value)) - from) / (to - from));
  const x = columns(steps);
  const ticks: string[] = [];
  for (let power = from; power <= to; power += 1) ticks.push(gridLine(y(10 ** power), ms(10 ** power)));
  const curves = LINES.map(([label, tone, of]) => {
    const known = steps.flatMap((step, at) =>
      step.latency === undefined
        ? []
        : [{ point: [x(at), y(of(step.latency))] as Point, step, value: of(step.latency) }],
    );
    return {
      label,
      tone,
      points: known.map((one) => one.point),
      titles: known.map((one) => `${nameOf(one.step.shape)}: ${label} ${ms(one.value)}`),
    };
  });
  const labels = apart(curves.map(({ points }) => points.at(-1)?.[1] ?? 0));
  const body = curves.map(({ label, tone, points, titles }, at) => {
    const end = points.at(-1);
    const text =
      end === undefined
        ? ""
        : `<text class="f${tone}" x="${fix(end[0] + 8)}" y="${fix((labels[at] ?? 0) + 4)}">${label}</text>`;
    return polyline(points, tone) + dots(points, `f${tone}`, titles).join("") + text;
  });
  return svg("Latency by step", [...ticks, ...names(steps, x), ...body].join(""));
}

/** Labels that would lie on each other are moved: 13 units are a line of text. */
function apart(places: readonly number[]): readonly number[] {
  const order = places.map((place, at) => [place, at] as const).sort(([a], [b]) => b - a);
  const moved = [...places];
  let last = Number.POSITIVE_INFINITY;
  for (const [place, at] of order) {
    last = Math.min(place, last - 13);
    moved[at] = last;
  }
  return moved;
}

function columns(steps: readonly LoadStep[]): (at: number) => number {
  const room = WIDTH - LEFT - RIGHT;
  return (at) => fix(LEFT + (steps.length < 2 ? room / 2 : (room * at) / (steps.length - 1)));
}

/** Round values from zero up to the largest. */
function linearTicks(most: number): readonly number[] {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? rough;
  const ticks: number[] = [];
  for (let value = 0; value <= most; value += step) ticks.push(value);
  return ticks;
}

function gridLine(y: number, label: string): string {
  return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${fix(y)}" y2="${fix(y)}"/><text x="${LEFT - 8}" y="${fix(y + 4)}" text-anchor="end">${escapeHtml(label)}</text>`;
}

/** Every step's name below it; of many only some. */
function names(steps: readonly LoadStep[], x: (at: number) => number): readonly string[] {
  const each = Math.ceil(steps.length / 12);
  const open = steps[0]?.shape.kind === "open";
  const what = `<text x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 6}" text-anchor="middle">${open ? "requests per second that were due" : "users"}</text>`;
  const labels = steps.map(({ shape }, at) =>
    at % each === 0
      ? `<text x="${x(at)}" y="${HEIGHT - BOTTOM + 18}" text-anchor="middle">${shape.kind === "open" ? round(shape.perSecond) : shape.users}</text>`
      : "",
  );
  return [...labels, what];
}

function axis(label: string): string {
  return `<text x="14" y="${(HEIGHT - BOTTOM + TOP) / 2}" text-anchor="middle" transform="rotate(-90 14 ${(HEIGHT - BOTTOM + TOP) / 2})">${label}</text>`;
}

function polyline(points: readonly Point[], tone: string): string {
  if (points.length < 2) return "";
  return `<polyline class="s ${tone}" points="${points.map(([x, y]) => `${fix(x)},${fix(y)}`).join(" ")}"/>`;
}

function dots(points: readonly Point[], tone: string, titles: readonly string[]): readonly string[] {
  return points.map(
    ([x, y], at) =>
      `<circle class="${tone}" cx="${fix(x)}" cy="${fix(y)}" r="3.5"><title>${escapeHtml(titles[at] ?? "")}</title></circle>`,
  );
}

function svg(title: string, body: string): string {
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}"><title>${title}</title>${body}</svg>`;
}

function fix(value: number): number {
  return Math.round(value * 10) / 10;
}
