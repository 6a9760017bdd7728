import type { LoadShape } from "./load.ts";

/** What a step is called: the same everywhere, and by it a baseline's steps are found. */
export function nameOf(shape: LoadShape): string {
  if (shape.kind === "open") return `${shape.perSecond}/s`;
  return shape.users === 1 ? "1 user" : `${shape.users} users`;
}

/** Three significant digits. */
export function round(value: number): string {
  if (value >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(3)));
}

export function ms(value: number): string {
  return value >= 10_000 ? `${round(value / 1000)} s` : `${round(value)} ms`;
}

export function percent(share: number): string {
  return share > 0 && share < 0.0001 ? "under 0.01 %" : `${Number((share * 100).toPrecision(3))} %`;
}
