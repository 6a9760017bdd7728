import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { UserFault } from "../model/mod.ts";

/** Reads JSON with comments and trailing commas. @throws UserFault naming line and column of the first mistake. */
export function parseJsonc(file: string, text: string): unknown {
  const errors: ParseError[] = [];
  const source = text.replace(/^\uFEFF/, "");
  const value: unknown = parse(source, errors, { allowTrailingComma: true, disallowComments: false });
  const first = errors[0];
  if (first === undefined) return value;
  const before = source.slice(0, first.offset).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  const what = printParseErrorCode(first.error)
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  throw new UserFault(
    `${file}:${before.length}:${column}: this is no JSON: ${what}. Comments and trailing commas are fine.`,
  );
}
