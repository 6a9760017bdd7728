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
  const value: unknown = parse(source, errors, { allowTrailingComma: comments, disallowComments: !comments });
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
