/** Tools with holes and honest tools that look as if they had some. For the checks that put payloads into arguments. */
import { execSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import initSqlJs from "sql.js";
import type { JsonObject } from "../../src/model/json.ts";
import type { Tool } from "../../src/reference/offer.ts";
import { fetchFromBait } from "./bait.ts";
import { said, tool } from "./mutate.ts";

const TEXT = { type: "string" } as const;

function textOf(args: JsonObject, name: string): string {
  const value = args[name];
  return typeof value === "string" ? value : "";
}

/** What the shell prints for a command that was put together from the argument. */
export const shellGrep: Tool = tool("find_word", { word: TEXT }, (args) => {
  try {
    return said(
      execSync(`echo ${textOf(args, "word")}`, { stdio: ["ignore", "pipe", "ignore"], timeout: 2000 }).toString(),
    );
  } catch {
    return said("nothing");
  }
});

export const echo: Tool = tool("say", { text: TEXT }, (args) => said(textOf(args, "text")));

/** Multiplies whatever looks like a product, as a calculator does. */
export const calculator: Tool = tool("compute", { sum: TEXT }, (args) =>
  said(textOf(args, "sum").replace(/(\d+) *\\?\* *(\d+)/g, (_all, a, b) => String(Number(a) * Number(b)))),
);

export const searchWithSql: Tool = tool("search_notes", { query: TEXT }, (args) =>
  said(`sqlite: no rows. Near "${textOf(args, "query")}": use plain words, SQL syntax error otherwise`),
);

/** A file tool that names the path it did not find, as most do. */
export const missingFile: Tool = tool("open_note", { path: TEXT }, (args) =>
  said(`ENOENT: no such file or directory, open '${textOf(args, "path")}'`),
);

/** Forbids a leading slash and joins the rest to its root. */
export const looseReader: Tool = tool("load_page", { path: TEXT }, (args) => {
  const path = textOf(args, "path");
  if (path.startsWith("/") || path.includes("://")) return said("absolute paths are not allowed");
  try {
    return said(readFileSync(join("/usr/share/doc", path), "utf8"));
  } catch {
    return said("not found");
  }
});

/** Reads whatever path it is given, by design. */
export const openReader: Tool = tool("read_any", { path: TEXT }, (args) => {
  try {
    return said(readFileSync(textOf(args, "path"), "utf8"));
  } catch {
    return said("not found");
  }
});

/** Blocks one spelling of its own machine and fetches the rest. */
export const blocklistFetch: Tool = tool("get_page", { url: TEXT }, (args) => {
  const url = textOf(args, "url");
  if (url.includes("127.0.0.1") || url.includes("localhost")) return said("this address is blocked");
  return said(fetchFromBait(url) ?? "failed");
});

export const openFetch: Tool = tool("get_page", { url: TEXT }, (args) => {
  const url = textOf(args, "url");
  return said(fetchFromBait(url) ?? "failed");
});

export const echoUrl: Tool = tool("check_link", { url: TEXT }, (args) =>
  said(`connect ECONNREFUSED 127.0.0.1:80 while fetching ${textOf(args, "url")}`),
);

const database = new (await initSqlJs()).Database();
database.run(
  "CREATE TABLE notes (name TEXT, text TEXT); INSERT INTO notes VALUES ('one', 'first'), ('two', 'second');",
);

/** A statement that is put together from the argument. */
export const concatenatedSql: Tool = tool("find_note", { name: TEXT }, (args) => {
  try {
    const [found] = database.exec(`SELECT text FROM notes WHERE name = '${textOf(args, "name")}'`);
    return said(found === undefined ? "no notes" : found.values.flat().join(", "));
  } catch (error) {
    return said(`database error: ${error instanceof Error ? error.message : "unknown"}`);
  }
});

/** The same with a parameter. */
export const boundSql: Tool = tool("find_note", { name: TEXT }, (args) => {
  const [found] = database.exec("SELECT text FROM notes WHERE name = ?", [textOf(args, "name")]);
  return said(found === undefined ? "no notes" : found.values.flat().join(", "));
});
