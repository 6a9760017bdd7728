import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { UserFault } from "../model/mod.ts";

/** Reads JSON with comments and trailing commas. @throws UserFault naming line and column of the first mistake. */
export function parseJsonc(file: string, text: string): unknown {
  return read(file, text, true);
}

/** Reads JSON as it is published, for files that we write anew: a comment would be lost. @throws UserFault. */
export function parseJson(file: string, text: string): unknown {
  return read(file, text, false);
}

function read(file: string, text: string, comments: boolean): unknown {
  const errors: ParseError[] = [];
  const source = text.replace(/^\uFEFF/, "");
  let value: unknown;
  try {
    value = parse(source, errors, { allowTrailingComma: comments, disallowComments: !comments });
  } catch (error) {
    // The parser calls itself for each level.
    if (!(error instanceof RangeError)) throw error;
    throw new UserFault(`${file}: arrays and objects are nested too deeply in it to be read.`);
  }
  const first = errors[0];
  if (first === undefined) return value;
  const before = source.slice(0, first.offset).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  const what = printParseErrorCode(first.error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  throw new UserFault(
    `${file}:${before.length}:${column}: this is no JSON: ${what}. Comments and trailing commas are ${comments ? "fine" : "not possible here"}.`,
  );
}
