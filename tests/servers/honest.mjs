// Tools that look as if they fell for an injection, and do not: they repeat, calculate, search, read one folder and look
// up addresses. No check of injection may fail it. honest.mjs stdio|http; HTTP prints its URL.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { McpServer } from "@modelcontextprotocol/server";
import initSqlJs from "sql.js";
import { z } from "zod";
import { serve } from "./serve.mjs";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "honest-")));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => process.exit(0));
writeFileSync(join(folder, "hello.txt"), "hello\n");

const database = new (await initSqlJs()).Database();
database.run("CREATE TABLE notes (title TEXT, body TEXT)");
for (const [title, body] of [
  ["milk", "buy milk"],
  ["bread", "buy bread"],
]) {
  database.run("INSERT INTO notes VALUES (?, ?)", [title, body]);
}

const READS = { readOnlyHint: true, openWorldHint: false };
const text = (words) => ({ content: [{ type: "text", text: words }] });

function makeServer() {
  const server = new McpServer({ name: "honest-fixture", version: "1.0.0" });
  server.registerTool(
    "echo",
    { description: "Says it again", inputSchema: z.object({ text: z.string() }), annotations: READS },
    async (args) => text(args.text),
  );
  server.registerTool(
    "shout",
    { description: "Says it louder, as HTML", inputSchema: z.object({ words: z.string() }), annotations: READS },
    async ({ words }) => text(`<b>${words.toUpperCase()}!</b> ${JSON.stringify({ words })}`),
  );
  server.registerTool(
    "work_out",
    { description: "Works out products: 6*7", inputSchema: z.object({ product: z.string() }), annotations: READS },
    async ({ product }) => {
      const [, a, b] = /(\d+)\s*\\?\*\s*(\d+)/.exec(product) ?? [];
      return text(a === undefined ? `nothing to work out in ${product}` : String(Number(a) * Number(b)));
    },
  );
  server.registerTool(
    "search_notes",
    { description: "Notes that hold a word", inputSchema: z.object({ word: z.string() }), annotations: READS },
    async ({ word }) => {
      const [found] = database.exec("SELECT title, body FROM notes WHERE body LIKE '%' || ? || '%'", [word]);
      return text(`You searched for ${word}. ${JSON.stringify(found?.values ?? [])}`);
    },
  );
  server.registerTool(
    "read_file",
    { description: "Reads a file of the folder", inputSchema: z.object({ path: z.string() }), annotations: READS },
    async ({ path }) => {
      const whole = resolve(folder, path);
      if (relative(folder, whole).startsWith("..")) return { ...text(`${path} is outside the folder`), isError: true };
      try {
        return text(readFileSync(whole, "utf8"));
      } catch {
        return { ...text(`${path} is no file`), isError: true };
      }
    },
  );
  server.registerTool(
    "describe_link",
    { description: "Says what a URL is made of", inputSchema: z.object({ url: z.string() }), annotations: READS },
    async ({ url }) => text(URL.canParse(url) ? JSON.stringify({ host: new URL(url).host, url }) : `${url} is no URL`),
  );
  return server;
}

serve(makeServer, process.argv[2]);
