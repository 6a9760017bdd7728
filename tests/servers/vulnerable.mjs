// Tools that really have the holes which the security checks look for. For tests on loopback alone: it runs what it is
// told to. vulnerable.mjs stdio|http [shell|sql|path|fetch]...; HTTP prints its URL. Without a word: all of them.
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/server";
import initSqlJs from "sql.js";
import { z } from "zod";
import { serve } from "./serve.mjs";

const [transport, ...words] = process.argv.slice(2);
const wanted = (word) => words.length === 0 || words.includes(word);

const folder = mkdtempSync(join(tmpdir(), "vulnerable-"));
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
const text = (said) => ({ content: [{ type: "text", text: said }] });
const refused = (said) => ({ ...text(said), isError: true });

function makeServer() {
  const server = new McpServer({ name: "vulnerable-fixture", version: "1.0.0" });
  if (wanted("shell")) {
    server.registerTool(
      "greet",
      { description: "Greets somebody", inputSchema: z.object({ name: z.string() }), annotations: READS },
      ({ name }) =>
        new Promise((done) => {
          // The hole: a shell reads the name.
          execFile("/bin/sh", ["-c", `echo Hello ${name}`], { timeout: 2000, cwd: folder }, (error, stdout, stderr) =>
            done(error === null ? text(stdout) : refused(stdout + stderr)),
          );
        }),
    );
  }
  if (wanted("sql")) {
    server.registerTool(
      "find_note",
      { description: "Finds a note by its title", inputSchema: z.object({ title: z.string() }), annotations: READS },
      async ({ title }) => {
        try {
          // The hole: the title becomes part of the statement.
          const [found] = database.exec(`SELECT title, body FROM notes WHERE title = '${title}'`);
          return text(JSON.stringify(found?.values ?? []));
        } catch (error) {
          return refused(String(error.message));
        }
      },
    );
  }
  if (wanted("path")) {
    server.registerTool(
      "read_file",
      { description: "Reads a file of the folder", inputSchema: z.object({ path: z.string() }), annotations: READS },
      async ({ path }) => {
        if (path.startsWith("/")) return refused("absolute paths are not allowed");
        try {
          // The hole: nobody looks where the joined path leads.
          return text(readFileSync(join(folder, path), "utf8"));
        } catch {
          return refused("no such file");
        }
      },
    );
  }
  if (wanted("fetch")) {
    server.registerTool(
      "fetch_page",
      {
        description: "Fetches a page",
        inputSchema: z.object({ url: z.string().describe("URL of the page") }),
        annotations: { readOnlyHint: true, openWorldHint: true },
      },
      async ({ url }) => {
        // The hole: the address is compared as text.
        if (/localhost|127\.0\.0\.1|169\.254\.169\.254/.test(url)) return refused("internal addresses are not allowed");
        if (/\.invalid\b/.test(url)) return refused("no such host");
        try {
          const response = await fetch(url, { signal: AbortSignal.timeout(2000), redirect: "manual" });
          return text(await response.text());
        } catch {
          return refused("could not be fetched");
        }
      },
    );
  }
  return server;
}

serve(makeServer, transport);
