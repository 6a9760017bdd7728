import { cut } from "../model/cut.ts";
import type { Outcome, TestResult } from "../model/mod.ts";
import { escapeTerminal } from "./escape.ts";
import { clip, paintWith } from "./layout.ts";
import { detailsOf } from "./words.ts";

/** Four columns each. `----`: not evaluable, neither passed nor failed. */
const WORDS: { readonly [O in Outcome]: string } = { pass: "PASS", fail: "FAIL", skip: "SKIP", unknown: "----" };

/** One result as it comes: word, id and what was found, on one line. */
export function resultLine(
  result: TestResult,
  look: { readonly color: boolean; readonly width: number; readonly unicode: boolean },
): string {
  const paint = paintWith(look.color);
  const colours = { pass: paint.green, fail: paint.red, skip: paint.dim, unknown: paint.yellow };
  const head = `${WORDS[result.outcome]}  ${result.id}`;
  const room = look.width - head.length - 2;
  const details = result.outcome === "pass" ? result.title : detailsOf(result);
  const mark = look.unicode ? "…" : "...";
  const tail = room < 12 ? "" : `  ${paint.dim(clip(escapeTerminal(cut(details, 4 * room)), room, mark))}`;
  return `${colours[result.outcome](WORDS[result.outcome])}  ${result.id}${tail}`;
}
