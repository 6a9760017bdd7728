/** The hosts: what a handler says reaches a real client, and what a client says reaches the handler. */
import { request as httpRequest } from "node:http";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import type { HttpHandler, HttpRequest, HttpResponse, StdioOutput } from "../../src/model/serving.ts";
import { type Listening, listenHttp } from "../../src/runtime/serve-http.ts";
import { serveStdio } from "../../src/runtime/serve-stdio.ts";

const open: Listening[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function listen(handler: HttpHandler): Promise<Listening> {
  const listening = await listenHttp(handler);
  open.push(listening);
  return listening;
}

function answer(body: Extract<HttpResponse, { kind: "answer" }>["body"], status = 200): HttpResponse {
  return { kind: "answer", status, headers: [["X-One", "1"]], body };
}

describe("over HTTP", () => {
  it("a request arrives as it was sent", async () => {
    const heard: HttpRequest[] = [];
    const { port } = await listen((request) => {
      heard.push(request);
      return answer({ kind: "none" }, 202);
    });
    const headers = ["Host", "x.example", "X-Twice", "a", "x-twice", "b", "Content-Length", "3"];
    const status = await new Promise((resolve, reject) => {
      const sent = httpRequest({ port, host: "127.0.0.1", method: "POST", path: "/mcp?a=1", headers }, (response) => {
        response.resume().on("end", () => resolve(response.statusCode));
      });
      sent.on("error", reject).end("é!");
    });
    expect(status).toBe(202);
    const [one] = heard;
    expect([one?.method, one?.path, one?.body, one?.socket]).toEqual(["POST", "/mcp?a=1", "é!", 1]);
    expect(one?.headers.slice(0, 3)).toEqual([
      ["Host", "x.example"],
      ["X-Twice", "a"],
      ["x-twice", "b"],
    ]);
  });

  it("bodies of each kind leave as they are", async () => {
    const bodies: { readonly [path: string]: HttpResponse } = {
      "/none": answer({ kind: "none" }, 202),
      "/gone": answer({ kind: "none" }, 204),
      "/text": answer({ kind: "text", text: "é" }),
      "/bytes": answer({ kind: "bytes", bytes: new Uint8Array([0xe9]) }),
    };
    const { port } = await listen(({ path }) => bodies[path] ?? { kind: "drop" });
    const get = async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`);
      const bytes = [...new Uint8Array(await response.arrayBuffer())];
      return [response.status, response.headers.get("content-length"), bytes];
    };
    expect(await get("/none")).toEqual([202, "0", []]);
    expect(await get("/gone")).toEqual([204, null, []]);
    expect(await get("/text")).toEqual([200, "2", [0xc3, 0xa9]]);
    expect(await get("/bytes")).toEqual([200, "1", [0xe9]]);
    await expect(get("/drop")).rejects.toThrow();
  });

  it("a stream is written as it comes, and its writer learns that the client left", async () => {
    let gone = 0;
    const { url } = await listen(() =>
      answer({
        kind: "stream",
        open(sink) {
          sink.write("one");
          return () => {
            gone += 1;
          };
        },
      }),
    );
    const control = new AbortController();
    const response = await fetch(url, { signal: control.signal });
    const first = await response.body?.getReader().read();
    expect(new TextDecoder().decode(first?.value)).toBe("one");
    control.abort();
    while (gone === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(gone).toBe(1);
  });

  it("a stream that is cut is no whole answer", async () => {
    const { url } = await listen(() =>
      answer({
        kind: "stream",
        open(sink) {
          sink.write("one");
          setTimeout(() => sink.cut(), 10);
          return () => {};
        },
      }),
    );
    await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
  });

  it("a server that dies is gone, with all its connections", async () => {
    const { url } = await listen((request) => (request.path === "/die" ? { kind: "die" } : { kind: "silence" }));
    const waiting = fetch(url);
    const dying = fetch(url.replace("/mcp", "/die"));
    // Both at once: whichever breaks first, somebody waits for it.
    await Promise.all([expect(waiting).rejects.toThrow(), expect(dying).rejects.toThrow()]);
    await expect(fetch(url)).rejects.toThrow();
  });

  it("draining ends with the last open answer, whose connection is kept for nobody", async () => {
    let release = () => {};
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = () => {};
    const asked = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { url, drain } = await listen(async () => {
      begun();
      await waiting;
      return { kind: "answer", status: 200, headers: [], body: { kind: "text", text: "whole" } };
    });
    const answer = fetch(url);
    await asked;
    // Longer than this test may take: what ends it is the answer.
    const drained = drain(600_000);
    await expect(fetch(url)).rejects.toThrow();
    release();
    expect(await (await answer).text()).toBe("whole");
    await drained;
  });

  it("a handler that throws gives 500 and nothing of why; a body without end gives 413", async () => {
    const { url } = await listen(() => {
      throw new Error("a secret");
    });
    const response = await fetch(url);
    expect([response.status, await response.text()]).toEqual([500, ""]);
    const large = await fetch(url, { method: "POST", body: "a".repeat(9 * 1024 * 1024) });
    expect(large.status).toBe(413);
  });
});

describe("on stdio", () => {
  function streams() {
    return { stdin: new PassThrough(), stdout: new PassThrough(), stderr: new PassThrough() };
  }

  it("hands bytes both ways, and ends with the code that the server gives", async () => {
    const own = streams();
    const heard: string[] = [];
    const code = serveStdio((output: StdioOutput) => {
      output.stderr("log");
      return {
        chunk(bytes) {
          heard.push(new TextDecoder().decode(bytes));
          output.stdout(new Uint8Array([0xe9, 10]));
        },
        end() {
          output.stdout(new TextEncoder().encode("bye\n"));
          output.exit(3);
          output.stdout(new TextEncoder().encode("too late\n"));
        },
      };
    }, own);
    own.stdin.write("é\n");
    own.stdin.end();
    expect(await code).toBe(3);
    expect(heard).toEqual(["é\n"]);
    expect(Buffer.from(own.stdout.read() as Buffer).toString("latin1")).toBe("é\nbye\n");
    expect(String(own.stderr.read())).toBe("log");
  });
});
