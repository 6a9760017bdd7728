import assert from "node:assert/strict";
import type { Answer } from "../../src/model/exchange.ts";
import {
  type Bench,
  bodyOf,
  type Case,
  comesTrue,
  kinds,
  LONG_MS,
  never,
  post,
  statusOf,
  timeless,
  until,
} from "./bench.ts";
import { RESULT } from "./fixture-server.ts";

interface Echo {
  readonly head: string;
  readonly body: string;
  readonly connection: number;
}

const echoOf = (answer: Answer): Echo => JSON.parse(bodyOf(answer)) as Echo;
const kindOf = (answer: Answer) => answer.ending.kind;

/** A case that sends one request and looks at the answer. */
function one(name: string, path: string, check: (answer: Answer) => void, how: Parameters<Bench["ask"]>[2] = {}): Case {
  return {
    name,
    async run(bench) {
      check(await bench.ask(path, {}, how));
    },
  };
}

/** No bytes that make sense came: which of the two endings it is, the phase tells. */
function brokeAt(phase: "head" | "body", body?: string) {
  return (answer: Answer) => {
    assert.equal(kindOf(answer), "reset", JSON.stringify(answer.ending));
    assert.equal((answer.ending as { phase?: string }).phase, phase);
    assert.notEqual((answer.ending as { detail?: string }).detail, "");
    if (phase === "head") assert.deepEqual(answer.frames, []);
    if (body !== undefined) assert.equal(bodyOf(answer), body);
  };
}

const wholeResult = (answer: Answer) => {
  assert.deepEqual(answer.ending, { kind: "complete" });
  assert.equal(bodyOf(answer), RESULT);
};

/** Cases of both carriers. */
export const HTTP_CASES: readonly Case[] = [
  one("a JSON answer is a head and one body", "/json", (answer) => {
    assert.deepEqual(answer.ending, { kind: "complete" });
    assert.deepEqual(kinds(answer), ["head", "body"]);
    assert.equal(statusOf(answer), 200);
    assert.deepEqual(timeless(answer)[1], { kind: "body", text: RESULT, bytes: RESULT.length });
  }),
  one("no body, no body frame (202)", "/202", (answer) => {
    assert.deepEqual(answer.ending, { kind: "complete" });
    assert.deepEqual(kinds(answer), ["head"]);
    assert.equal(statusOf(answer), 202);
  }),
  one("no body, no body frame (204)", "/204", (answer) => {
    assert.deepEqual(kinds(answer), ["head"]);
    assert.equal(statusOf(answer), 204);
  }),
  one("a redirect is an answer and is not followed", "/redirect", (answer) => {
    assert.equal(statusOf(answer), 307);
    const [head] = answer.frames;
    assert.ok(head?.kind === "head");
    assert.equal(head.headers.find(([name]) => name.toLowerCase() === "location")?.[1], "/json");
  }),
  one("100 Continue is passed over", "/continue", wholeResult),
  one("a reset before the head", "/reset-head", brokeAt("head")),
  one("a connection closed before the head", "/close-head", brokeAt("head")),
  one("a connection closed inside the head", "/half-head", brokeAt("head")),
  one("a reset in the body keeps what came", "/reset-body", brokeAt("body", '{"half":')),
  one("a body shorter than its Content-Length", "/close-body", brokeAt("body", '{"half":')),
  one("a connection closed inside a chunk", "/cut-chunk", brokeAt("body", '{"half":')),
  one("an event stream without its last chunk", "/no-last-chunk", (answer) => {
    brokeAt("body")(answer);
    assert.deepEqual(kinds(answer), ["head", "event"]);
  }),
  one("bytes that are no HTTP", "/garbage", (answer) => {
    assert.equal(kindOf(answer), "malformed", JSON.stringify(answer.ending));
    assert.deepEqual(answer.frames, []);
  }),
  one(
    "silence before the head is a timeout",
    "/silence",
    (answer) => {
      assert.deepEqual(answer.ending, { kind: "timeout", phase: "head" });
    },
    { timeoutMs: 100 },
  ),
  one(
    "silence after the head is a timeout",
    "/silent-body",
    (answer) => {
      assert.deepEqual(answer.ending, { kind: "timeout", phase: "body" });
      assert.deepEqual(kinds(answer), ["head"]);
    },
    { timeoutMs: 300 },
  ),
  one("an answer that drips is read to its end", "/drip", wholeResult),
  one(
    "an answer that drips for ever is a timeout, however busy",
    "/drip-for-ever",
    (answer) => {
      assert.deepEqual(answer.ending, { kind: "timeout", phase: "body" });
      assert.match(bodyOf(answer), /^ +$/);
    },
    { timeoutMs: 300 },
  ),
  one("a slow answer is waited for", "/slow", wholeResult),
  one("HTTP/1.0 ends with its connection", "/http10", wholeResult),
  one("gzip", "/gzip", wholeResult),
  one("deflate", "/deflate", wholeResult),
  one("deflate without its header", "/deflate-raw", wholeResult),
  one("brotli", "/br", wholeResult),
  one("a body that is not in the coding it claims", "/bad-gzip", (answer) => {
    assert.equal(kindOf(answer), "malformed", JSON.stringify(answer.ending));
    assert.equal(statusOf(answer), 200);
  }),
  one("an event stream in gzip", "/gzip-events", (answer) => {
    assert.deepEqual(answer.ending, { kind: "complete" });
    assert.deepEqual(timeless(answer)[1], { kind: "event", data: RESULT });
  }),
  one("bytes that are no UTF-8 are marked in a body", "/bad-utf8", (answer) => {
    assert.deepEqual(timeless(answer)[1], { kind: "body", text: '"\uFFFD("', bytes: 4, invalidUtf8: true });
  }),
  one("bytes that are no UTF-8 are marked in their event", "/bad-utf8-events", (answer) => {
    assert.deepEqual(timeless(answer).slice(1), [
      { kind: "event", data: "good" },
      { kind: "event", data: "\uFFFD", invalidUtf8: true },
    ]);
  }),
  one("a byte order mark before JSON is dropped", "/bom", wholeResult),
  one("an event stream with every oddity", "/events", (answer) => {
    assert.deepEqual(answer.ending, { kind: "complete" });
    assert.deepEqual(timeless(answer).slice(1), [
      { kind: "comment", text: "hello" },
      { kind: "event", id: "1", data: "" },
      { kind: "event", event: "message", data: '{"a":1}' },
      { kind: "event", data: "one\ntwo" },
      { kind: "event", retry: 1500 },
      { kind: "event", data: "" },
      { kind: "event", data: "é🙂" },
      { kind: "comment", text: "" },
      { kind: "event", event: "end", data: RESULT },
    ]);
  }),
  one("an event without its blank line never was one", "/events-unfinished", (answer) => {
    assert.deepEqual(timeless(answer).slice(1), [{ kind: "event", data: "whole" }]);
    assert.deepEqual(answer.ending, { kind: "complete" });
  }),
  {
    name: "a closed port is refused",
    async run(bench) {
      const answer = await bench.http().open().send(post("http://127.0.0.1:1/"), never);
      assert.equal(kindOf(answer), "refused", JSON.stringify(answer.ending));
    },
  },
  {
    name: "an unknown host is refused",
    async run(bench) {
      const answer = await bench.http().open().send(post("http://nowhere.invalid/"), never);
      assert.equal(kindOf(answer), "refused", JSON.stringify(answer.ending));
    },
  },
  {
    name: "TLS to a server that has none is refused",
    async run(bench) {
      const answer = await bench
        .http()
        .open()
        .send(post(`${bench.origin.replace("http", "https")}/json`), never);
      assert.equal(kindOf(answer), "refused", JSON.stringify(answer.ending));
    },
  },
  {
    name: "a TLS handshake that is cut off is refused",
    async run(bench) {
      const url = bench.origin.replace("http://127.0.0.1", "https://localhost");
      const answer = await bench
        .http()
        .open()
        .send(post(`${url}/json`, { exact: true }), never);
      assert.equal(kindOf(answer), "refused", JSON.stringify(answer.ending));
    },
  },
  {
    name: "the request is sent as it is written",
    async run(bench) {
      const body = '{"t":"é🙂"}';
      const answer = await bench.ask("/echo?a=b%20c", {
        body,
        headers: [
          ["Content-Type", "application/json"],
          ["X-A", "1"],
        ],
      });
      const { head, body: came } = echoOf(answer);
      assert.equal(came, body);
      assert.match(head, /^POST \/echo\?a=b%20c HTTP\/1\.1\r\n/);
      assert.match(head, /\r\nx-a: 1\r\n/i);
      assert.match(head, /\r\ncontent-type: application\/json\r\n/i);
      assert.match(head, /\r\ncontent-length: 14\r\n/i);
    },
  },
  {
    name: "GET and DELETE have no body",
    async run(bench) {
      const connection = bench.http().open();
      for (const method of ["GET", "DELETE", "OPTIONS"]) {
        const { body: _, ...bare } = post(`${bench.origin}/echo`, { method, headers: [], ids: [] });
        const { head, body } = echoOf(await connection.send(bare, never));
        assert.ok(head.startsWith(`${method} /echo HTTP/1.1`));
        assert.equal(body, "");
      }
    },
  },
  {
    name: "user name and password of a URL are not sent",
    async run(bench) {
      const url = `${bench.origin.replace("//", "//user:password@")}/echo`;
      const { head } = echoOf(await bench.http().open().send(post(url), never));
      assert.doesNotMatch(head, /authorization|password/i);
    },
  },
  {
    name: "enough at the head ends the exchange",
    async run(bench) {
      const answer = await bench.ask(
        "/silent-body",
        {},
        until((frame) => frame.kind === "head"),
      );
      assert.deepEqual(answer.ending, { kind: "enough" });
      assert.deepEqual(kinds(answer), ["head"]);
    },
  },
  {
    name: "enough at an event drops a held stream",
    async run(bench) {
      const answer = await bench.ask(
        "/hold?enough",
        {},
        until((frame) => frame.kind === "event"),
      );
      assert.deepEqual(answer.ending, { kind: "enough" });
      assert.deepEqual(kinds(answer), ["head", "event"]);
      await comesTrue("the server sees us go", async () => bodyOf(await bench.ask("/held?enough")) === '"closed"');
    },
  },
  {
    name: "enough is asked once per frame, with those before it",
    async run(bench) {
      const asked: string[] = [];
      await bench.ask(
        "/no-last-chunk",
        {},
        {
          enough(frame, before) {
            asked.push(`${before.map((earlier) => earlier.kind).join("+")}>${frame.kind}`);
            return false;
          },
        },
      );
      assert.deepEqual(asked, [">head", "head>event"]);
    },
  },
  {
    name: "until ends a held stream as enough",
    async run(bench) {
      const control = new AbortController();
      const answer = await bench.ask(
        "/hold?until",
        {},
        {
          until: control.signal,
          enough(frame) {
            if (frame.kind === "event") queueMicrotask(() => control.abort());
            return false;
          },
        },
      );
      assert.deepEqual(answer.ending, { kind: "enough" });
      assert.deepEqual(kinds(answer), ["head", "event"]);
    },
  },
  {
    name: "signal cancels",
    async run(bench) {
      const control = new AbortController();
      const enough = () => {
        control.abort();
        return false;
      };
      const listen = { signal: control.signal, enough };
      const answer = await bench.ask("/hold?cancel", {}, listen);
      assert.deepEqual(answer.ending, { kind: "cancelled" });
      const after = await bench.ask("/json", {}, listen);
      assert.deepEqual([after.ending, after.frames], [{ kind: "cancelled" }, []]);
    },
  },
  {
    name: "closing a connection ends what is open on it",
    async run(bench) {
      const connection = bench.http().open();
      const silent = connection.send(post(`${bench.origin}/silence`), never);
      await connection.close();
      assert.deepEqual((await silent).ending, { kind: "enough" });
    },
  },
  {
    name: "too many bytes pass the budget",
    async run(bench) {
      const answer = await bench.ask("/big", {}, {}, { budgets: { bytes: 300_000 } });
      assert.deepEqual(answer.ending, { kind: "over-budget", budget: "bytes", limit: 300_000 });
      assert.ok(bodyOf(answer).length > 200_000 && bodyOf(answer).length <= 300_000);
    },
  },
  {
    name: "bytes count after decompression",
    async run(bench) {
      const answer = await bench.ask("/gzip-bomb", {}, {}, { budgets: { bytes: 300_000 } });
      assert.deepEqual(answer.ending, { kind: "over-budget", budget: "bytes", limit: 300_000 });
    },
  },
  {
    name: "a message that nests too deep passes a budget, and what is kept of it is no JSON",
    async run(bench) {
      const answer = await bench.ask("/deep");
      assert.deepEqual(answer.ending, { kind: "over-budget", budget: "levels", limit: 512 });
      assert.ok(bodyOf(answer).length < 600);
      assert.throws(() => JSON.parse(bodyOf(answer)));
    },
  },
  {
    name: "an event that nests too deep passes a budget; the events before it stay",
    async run(bench) {
      const answer = await bench.ask("/deep-event");
      assert.deepEqual(answer.ending, { kind: "over-budget", budget: "levels", limit: 512 });
      assert.deepEqual(timeless(answer).slice(1), [{ kind: "event", data: RESULT }]);
    },
  },
  {
    name: "when the budget of the run is used up each exchange still has the least",
    async run(bench) {
      const connection = bench.http({}, { runBudgets: { bytes: 400_000 } }).open();
      const first = await connection.send(post(`${bench.origin}/big`), never);
      assert.equal(kindOf(first), "over-budget");
      const second = await connection.send(post(`${bench.origin}/big`), never);
      assert.deepEqual(second.ending, { kind: "over-budget", budget: "bytes", limit: 262_144 });
      wholeResult(await connection.send(post(`${bench.origin}/json`), never));
    },
  },
  {
    name: "too many frames pass the budget",
    async run(bench) {
      const answer = await bench.ask("/many-events", {}, {}, { budgets: { frames: 500 } });
      assert.deepEqual(answer.ending, { kind: "over-budget", budget: "frames", limit: 500 });
      assert.equal(answer.frames.length, 500);
    },
  },
  {
    name: "a connection that the server closed while idle is not its answer",
    async run(bench) {
      // Another name, other connections: fetch shares them between all that goes on, and these break.
      const origin = bench.origin.replace("127.0.0.1", "localhost");
      const connection = bench.http().open();
      for (let round = 0; round < 3; round++) {
        wholeResult(await connection.send(post(`${origin}/doom`), never));
        wholeResult(await connection.send(post(`${origin}/json`), never));
      }
    },
  },
  {
    name: "signals that many exchanges share",
    async run(bench) {
      const connection = bench.http().open();
      const control = new AbortController();
      const listen = { ...never, signal: control.signal, until: control.signal };
      const heard = await Promise.all(
        Array.from({ length: 30 }, () => connection.send(post(`${bench.origin}/json`), listen)),
      );
      for (const answer of heard) wholeResult(answer);
    },
  },
  {
    name: "many at once do not mix",
    async run(bench) {
      const connection = bench.http().open();
      const asked = Array.from({ length: 30 }, (_, index) => `{"n":${index}}`);
      const heard = await Promise.all(
        asked.map((body) => connection.send(post(`${bench.origin}/echo`, { body }), never)),
      );
      assert.deepEqual(
        heard.map((answer) => echoOf(answer).body),
        asked,
      );
    },
  },
  {
    name: "a bug in enough rejects, and nothing else does",
    async run(bench) {
      const bug = new Error("a bug of the probe");
      await assert.rejects(
        bench.ask(
          "/json",
          {},
          {
            enough() {
              throw bug;
            },
          },
        ),
        bug,
      );
    },
  },
];

/** Cases of requests that only the raw carrier can say: whatever the default is, these take it by themselves. */
export const RAW_CASES: readonly Case[] = [
  {
    name: "exact: a pile of content codings is not worked off",
    async run(bench) {
      const answer = await bench.ask("/gzip-pile", { exact: true });
      assert.equal(kindOf(answer), "malformed", JSON.stringify(answer.ending));
    },
  },
  {
    name: "exact: case, order and repeats of headers",
    async run(bench) {
      const headers = [
        ["X-UPPER", "1"],
        ["x-lower", "2"],
        ["Accept", "application/json"],
        ["X-Twice", "a"],
        ["x-twice", "b"],
        ["MCP-Protocol-VERSION", "v"],
      ] as const;
      const { head } = echoOf(await bench.ask("/echo", { exact: true, headers }));
      const lines = head.split("\r\n").slice(1);
      const ours = lines.filter((line) => headers.some(([name, value]) => line === `${name}: ${value}`));
      assert.deepEqual(
        ours,
        headers.map(([name, value]) => `${name}: ${value}`),
        head,
      );
    },
  },
  {
    name: "exact: Host as written",
    async run(bench) {
      const { head } = echoOf(await bench.ask("/echo", { exact: true, headers: [["Host", "evil.example"]] }));
      assert.deepEqual(head.match(/\r\nhost: [^\r]*/gi), ["\r\nHost: evil.example"]);
    },
  },
  {
    name: "exact: Host is there when it is not written",
    async run(bench) {
      const { head } = echoOf(await bench.ask("/echo", { exact: true, headers: [] }));
      assert.deepEqual(head.match(/\r\nhost: [^\r]*/gi), [`\r\nHost: ${bench.origin.slice("http://".length)}`]);
    },
  },
  {
    name: "exact: no Content-Type when none is written",
    async run(bench) {
      const { head, body } = echoOf(
        await bench.ask("/echo", { exact: true, headers: [["Accept", "*/*"]], body: "{}" }),
      );
      assert.doesNotMatch(head, /content-type/i);
      assert.equal(body, "{}");
    },
  },
  {
    name: "exact: spelling of the answer's headers is kept",
    async run(bench) {
      const answer = await bench.ask("/doubled", { exact: true });
      const [head] = answer.frames;
      assert.ok(head?.kind === "head");
      assert.deepEqual(head.headers.slice(1, 4), [
        ["X-Two", "a"],
        ["x-two", "b"],
        ["Mcp-Session-Id", "s1"],
      ]);
    },
  },
  {
    name: "a chunk that is none",
    async run(bench) {
      const answer = await bench.ask("/bad-chunk", { exact: true });
      assert.equal(kindOf(answer), "malformed", JSON.stringify(answer.ending));
      assert.equal(statusOf(answer), 200);
    },
  },
  {
    name: "fresh: a connection of its own",
    async run(bench) {
      const connection = bench.http().open();
      const first = echoOf(await connection.send(post(`${bench.origin}/echo`, { exact: true }), never));
      const fresh = echoOf(await connection.send(post(`${bench.origin}/echo`, { fresh: true }), never));
      const third = echoOf(await connection.send(post(`${bench.origin}/echo`, { exact: true }), never));
      assert.notEqual(fresh.connection, first.connection);
      assert.match(fresh.head, /\r\nconnection: close\r\n/i);
      assert.equal(third.connection, first.connection);
    },
  },
  {
    name: "connections are used again, as often as may be",
    async run(bench) {
      const connection = bench.http().open();
      const used = new Set<number>();
      for (let round = 0; round < 15; round++) {
        used.add(echoOf(await connection.send(post(`${bench.origin}/echo`, { exact: true }), never)).connection);
      }
      assert.equal(used.size, 1);
    },
  },
  {
    name: "a GET may have a body",
    async run(bench) {
      const { head, body } = echoOf(await bench.ask("/echo", { method: "GET", body: "{}" }));
      assert.match(head, /^GET /);
      assert.equal(body, "{}");
    },
  },
  {
    name: "a header that cannot be sent is no crash",
    async run(bench) {
      const answer = await bench.ask("/echo", { exact: true, headers: [["X-Bad", "a\r\nb"]] });
      assert.equal(kindOf(answer), "refused", JSON.stringify(answer.ending));
    },
  },
  {
    name: "the answer on an event stream leaves the connection usable",
    async run(bench) {
      const connection = bench.http().open();
      const sent = post(`${bench.origin}/late-end`, { exact: true });
      const first = echoOf(await connection.send(post(`${bench.origin}/echo`, { exact: true }), never));
      const answer = await connection.send(
        sent,
        until((frame) => frame.kind === "event"),
      );
      assert.deepEqual(answer.ending, { kind: "enough" });
      await new Promise((resolve) => setTimeout(resolve, 100));
      const after = echoOf(await connection.send(post(`${bench.origin}/echo`, { exact: true }), never));
      assert.equal(after.connection, first.connection);
    },
  },
  {
    name: "time is up at once where there is none",
    async run(bench) {
      assert.ok(LONG_MS > 0);
      const answer = await bench.ask("/silence", { exact: true }, { timeoutMs: 1 });
      assert.deepEqual(answer.ending, { kind: "timeout", phase: "head" });
    },
  },
];
