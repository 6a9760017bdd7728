import assert from "node:assert/strict";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import type { Answer, Frame } from "../../src/model/exchange.ts";
import { answerTo, type Case, comesTrue, isAlive, lineTexts, never, ready, request, timeless, until } from "./bench.ts";

const texts = (answer: Answer) => lineTexts(answer.frames);
const result = (id: number | string, params: object = {}) => JSON.stringify({ jsonrpc: "2.0", id, result: params });
const onlyWrite = { enough: () => false, timeoutMs: 0 };

export const STDIO_CASES: readonly Case[] = [
  {
    name: "a request and its answer",
    async run(bench) {
      const connection = bench.child("echo").open();
      const answer = await connection.send(request(1, { a: "é" }), answerTo(1));
      assert.deepEqual(answer.ending, { kind: "enough" });
      assert.deepEqual(timeless(answer), [{ kind: "line", text: result(1, { a: "é" }), end: "\n" }]);
      assert.equal(connection.gone(), undefined);
      assert.deepEqual(connection.strays(), []);
    },
  },
  {
    name: "\\r\\n is kept apart from \\n",
    async run(bench) {
      const answer = await bench.child("crlf").open().send(request(1), answerTo(1));
      assert.deepEqual(timeless(answer), [{ kind: "line", text: result(1), end: "\r\n" }]);
    },
  },
  {
    name: "characters are not cut, wherever the pieces are",
    async run(bench) {
      const answer = await bench.child("split-utf8").open().send(request(1), answerTo(1));
      assert.deepEqual(timeless(answer), [{ kind: "line", text: result(1, { t: "é🙂" }), end: "\n" }]);
    },
  },
  {
    name: "bytes that are no UTF-8 are marked",
    async run(bench) {
      const answer = await bench.child("bad-utf8").open().send(request(1), answerTo(1));
      const text = '{"jsonrpc":"2.0","id":1,"result":"\uFFFD"}';
      assert.deepEqual(timeless(answer), [{ kind: "line", text, end: "\n", invalidUtf8: true }]);
    },
  },
  {
    name: "a line of 2 MB",
    async run(bench) {
      const answer = await bench.child("long").open().send(request(1), answerTo(1));
      assert.deepEqual(answer.ending, { kind: "enough" });
      assert.equal(texts(answer)[0]?.length, 2_000_000 + '{"jsonrpc":"2.0","id":1,"result":""}'.length);
    },
  },
  {
    name: "a line without end passes the budget",
    async run(bench) {
      const connection = bench.child("endless", { budgets: { bytes: 300_000 } }).open();
      const answer = await connection.send(request(1), never);
      assert.deepEqual(answer.ending, { kind: "over-budget", budget: "bytes", limit: 300_000 });
      assert.deepEqual(answer.frames, []);
    },
  },
  {
    name: "frames pass the budget",
    async run(bench) {
      const say = Array.from({ length: 20 }, () => ({ jsonrpc: "2.0", method: "n" }));
      const connection = bench.child("script", { budgets: { frames: 5 } }).open();
      const answer = await connection.send(request(1, { say }), never);
      assert.deepEqual(answer.ending, { kind: "over-budget", budget: "frames", limit: 5 });
      assert.equal(answer.frames.length, 5);
    },
  },
  {
    name: "a line that nests too deep ends the exchange that it belongs to",
    async run(bench) {
      const connection = bench.child("script").open();
      const deep = `{"jsonrpc":"2.0","id":1,"result":${"[".repeat(5_000)}${"]".repeat(5_000)}}\n`;
      const answer = await connection.send(request(1, { say: [deep] }), never);
      assert.deepEqual(answer.ending, { kind: "over-budget", budget: "levels", limit: 512 });
      assert.deepEqual(answer.frames, []);
    },
  },
  {
    name: "there is an end to how many strays are heard",
    async run(bench) {
      const seen: Frame[] = [];
      const wire = bench.child("script", { budgets: { frames: 5 } });
      const connection = wire.open({ onStray: (frame) => seen.push(frame) });
      const late = Array.from({ length: 20 }, () => ({ jsonrpc: "2.0", id: 1, result: {} }));
      await connection.send(request(1), answerTo(1));
      assert.deepEqual(texts(await connection.send(request(2, { say: late }), answerTo(2))), [result(2)]);
      assert.equal(seen.length, 5);
    },
  },
  {
    name: "what is said before the first request is a stray",
    async run(bench) {
      const seen: Frame[] = [];
      const connection = bench.child("unasked").open({ onStray: (frame) => seen.push(frame) });
      await comesTrue("the child speaks", () => seen.length > 0);
      assert.deepEqual(lineTexts(seen), ['{"jsonrpc":"2.0","method":"notifications/early"}']);
      assert.deepEqual(connection.strays(), seen);
      assert.deepEqual(connection.strays(), []);
      assert.deepEqual(texts(await connection.send(request(1), answerTo(1))), [result(1)]);
    },
  },
  {
    name: "a banner belongs to the only exchange that is open",
    async run(bench) {
      const answer = await bench.child("banner").open().send(request(1), answerTo(1));
      assert.deepEqual(texts(answer), ["Server listening...", result(1)]);
    },
  },
  {
    name: "lines go to the exchange that they name, whatever the order",
    async run(bench) {
      const connection = bench.child("script").open();
      const progress = {
        jsonrpc: "2.0",
        method: "notifications/progress",
        params: { progressToken: "tok", progress: 1 },
      };
      const meta = { "io.modelcontextprotocol/subscriptionId": "3" };
      const listen = { jsonrpc: "2.0", method: "notifications/tools/list_changed", params: { _meta: meta } };
      const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
      const nameless = { jsonrpc: "2.0", method: "notifications/message", params: {} };
      const serverRequest = { jsonrpc: "2.0", id: 1, method: "roots/list" };
      const quiet = { kind: "stdio" as const, writes: [], ids: [1] };
      const first = connection.send(quiet, { ...never, timeoutMs: 1500 });
      const tokenLine = `${JSON.stringify({ jsonrpc: "2.0", method: "n", params: { _meta: { progressToken: "tok" } } })}\n`;
      const second = connection.send({ kind: "stdio", writes: [tokenLine], ids: [] }, { ...never, timeoutMs: 1500 });
      const third = connection.send({ kind: "stdio", writes: [], ids: [3] }, { ...never, timeoutMs: 1500 });
      const say = [progress, listen, cancel, nameless, serverRequest];
      const asking = connection.send(request("ask", { say }), answerTo("ask"));
      assert.deepEqual(texts(await asking), ['{"jsonrpc":"2.0","id":"ask","result":{}}']);
      assert.deepEqual(texts(await first), [JSON.stringify(cancel)]);
      assert.deepEqual(texts(await second), [JSON.stringify(progress)]);
      assert.deepEqual(texts(await third), [JSON.stringify(listen)]);
      assert.deepEqual(lineTexts(connection.strays()), [JSON.stringify(nameless), JSON.stringify(serverRequest)]);
    },
  },
  {
    name: "ids are compared as text, and an invented id belongs to the only open exchange",
    async run(bench) {
      const connection = bench.child("script").open();
      const say = [
        { jsonrpc: "2.0", id: "7", result: {} },
        { jsonrpc: "2.0", id: 999, result: {} },
      ];
      const heard = await connection.send(request(7, { say }), answerTo(7));
      assert.deepEqual(texts(heard), [...say.map((one) => JSON.stringify(one)), result(7)]);
    },
  },
  {
    name: "a late answer belongs to no later exchange",
    async run(bench) {
      const connection = bench.child("late-answer").open();
      const early = await connection.send(request(1), { ...never, timeoutMs: 60 });
      assert.deepEqual(early.ending, { kind: "timeout", phase: "head" });
      const later = await connection.send(request(2), answerTo(2));
      assert.deepEqual(texts(later), [result(2)]);
      assert.deepEqual(lineTexts(connection.strays()), [result(1)]);
    },
  },
  {
    name: "a timeout after the first line is one in the body",
    async run(bench) {
      const connection = bench.child("banner").open();
      const heard = await connection.send({ kind: "stdio", writes: [], ids: [] }, { ...never, timeoutMs: 1500 });
      assert.deepEqual(heard.ending, { kind: "timeout", phase: "body" });
    },
  },
  {
    name: "time 0 only writes, and takes no lines",
    async run(bench) {
      const connection = bench.child("script").open();
      const note = {
        kind: "stdio" as const,
        writes: ['{"jsonrpc":"2.0","method":"n","params":{"say":["odd\\n"]}}\n'],
        ids: [],
      };
      const answer = await connection.send(note, onlyWrite);
      assert.deepEqual([answer.ending, answer.frames], [{ kind: "enough" }, []]);
      await connection.send(request(1), answerTo(1));
    },
  },
  {
    name: "pauses and raw bytes between writes",
    async run(bench) {
      const connection = bench.child("bytes").open();
      await ready(connection);
      const writes = ["a\n", { waitMs: 200 }, { base64: "/w==" }];
      const hexes = (frames: readonly Frame[]) =>
        lineTexts(frames).map((text) => JSON.parse(text).params.hex as string);
      const answer = await connection.send(
        { kind: "stdio", writes, ids: [] },
        until((frame, before) => hexes([...before, frame]).join("") === "610aff"),
      );
      // The pause keeps them apart: the child reads twice.
      assert.deepEqual(hexes(answer.frames), ["610a", "ff"]);
    },
  },
  {
    name: "stdin closed by a write, the exit seen",
    async run(bench) {
      const connection = bench.child("echo").open();
      await connection.send(request(1), answerTo(1));
      const answer = await connection.send({ kind: "stdio", writes: [{ end: true }], ids: [] }, never);
      assert.deepEqual(answer.ending, { kind: "exited", code: 0, signal: null, stderr: "" });
      assert.deepEqual(connection.gone(), { code: 0, signal: null, stderr: "" });
    },
  },
  {
    name: "a child that stays after the end of stdin is a timeout; closing then shows the signal",
    async run(bench) {
      const connection = bench.child("ignores-eof").open();
      await ready(connection);
      const waiting = await connection.send(
        { kind: "stdio", writes: [{ end: true }], ids: [] },
        { ...never, timeoutMs: 300 },
      );
      assert.deepEqual(waiting.ending, { kind: "timeout", phase: "head" });
      const watching = connection.send({ kind: "stdio", writes: [], ids: [] }, never);
      await connection.close();
      assert.deepEqual((await watching).ending, { kind: "exited", code: null, signal: "SIGTERM", stderr: "" });
    },
  },
  {
    name: "a child that exits at once",
    async run(bench) {
      const connection = bench.child("exits-at-once").open();
      const expected = { kind: "exited", code: 3, signal: null, stderr: "cannot find the database\n" };
      assert.deepEqual((await connection.send(request(1), never)).ending, expected);
      assert.deepEqual((await connection.send(request(2), never)).ending, expected);
      assert.deepEqual((await connection.send(request(3), onlyWrite)).ending, expected);
    },
  },
  {
    name: "a crash ends all that is open, after the last line, with the tail of stderr",
    async run(bench) {
      const connection = bench.child("crash").open();
      const other = connection.send({ kind: "stdio", writes: [], ids: [5] }, never);
      const answer = await connection.send(request(1), never);
      assert.ok(answer.ending.kind === "exited");
      assert.equal(answer.ending.code, 1);
      assert.equal(answer.ending.stderr.length, 8192);
      assert.ok(answer.ending.stderr.endsWith("xxthe end of stderr"));
      assert.deepEqual((await other).ending, answer.ending);
      assert.deepEqual(lineTexts(connection.strays()), ['{"jsonrpc":"2.0","method":"notifications/last"}']);
    },
  },
  {
    name: "a child that is killed",
    async run(bench) {
      const answer = await bench.child("killed").open().send(request(1), never);
      assert.deepEqual(answer.ending, { kind: "exited", code: null, signal: "SIGKILL", stderr: "" });
    },
  },
  {
    name: "a last line without a newline",
    async run(bench) {
      const answer = await bench.child("no-newline").open().send(request(1), never);
      assert.deepEqual(timeless(answer), [{ kind: "line", text: result(1), end: "" }]);
      assert.deepEqual(answer.ending, { kind: "exited", code: 0, signal: null, stderr: "" });
    },
  },
  {
    name: "stdout closed by a child that lives is complete",
    async run(bench) {
      const connection = bench.child("closes-stdout").open();
      assert.deepEqual((await connection.send(request(1), never)).ending, { kind: "complete" });
      assert.deepEqual((await connection.send(request(2), never)).ending, { kind: "complete" });
    },
  },
  {
    name: "stdin closed by a child that lives is a reset",
    async run(bench) {
      const connection = bench.child("closes-stdin").open();
      await ready(connection);
      const answer = await connection.send(request(1), { ...never, timeoutMs: 3000 });
      assert.equal(answer.ending.kind, "reset", JSON.stringify(answer.ending));
    },
  },
  {
    name: "a child that does not read stops nobody",
    async run(bench) {
      const connection = bench.child("does-not-read").open();
      const big = { kind: "stdio" as const, writes: ["x".repeat(1_000_000)], ids: [] };
      assert.deepEqual((await connection.send(big, { ...never, timeoutMs: 100 })).ending, {
        kind: "timeout",
        phase: "head",
      });
      assert.deepEqual((await connection.send(big, onlyWrite)).ending, { kind: "enough" });
    },
  },
  {
    name: "a command that does not exist is refused",
    async run(bench) {
      const connection = bench.command("no-such-command-anywhere").open();
      const answer = await connection.send(request(1), never);
      assert.equal(answer.ending.kind, "refused", JSON.stringify(answer.ending));
      assert.match((answer.ending as { detail: string }).detail, /not found/);
      assert.equal((await connection.send(request(2), never)).ending.kind, "refused");
      assert.equal((await connection.send(request(3), onlyWrite)).ending.kind, "refused");
    },
  },
  {
    name: "a working directory that does not exist is named",
    async run(bench) {
      const answer = await bench.command("node", [], "/no/such/folder").open().send(request(1), never);
      assert.equal(answer.ending.kind, "refused", JSON.stringify(answer.ending));
      assert.match((answer.ending as { detail: string }).detail, /\/no\/such\/folder/);
    },
  },
  {
    name: "an argument that no system takes is refused",
    async run(bench) {
      const answer = await bench.command("node", ["a\0b"]).open().send(request(1), never);
      assert.equal(answer.ending.kind, "refused", JSON.stringify(answer.ending));
    },
  },
  {
    name: "environment, working directory and arguments reach the child",
    async run(bench) {
      const cwd = realpathSync(tmpdir());
      const more = { env: { WIRE_TEST: "a b" }, cwd, args: ["a b", 'c"d', "$HOME", "*"] };
      const params = await ready(bench.child("environment", {}, more).open());
      assert.deepEqual(params, { WIRE_TEST: "a b", cwd, args: more.args });
    },
  },
  {
    name: "stderr is forwarded",
    async run(bench) {
      let heard = "";
      const connection = bench.child("exits-at-once", { onStderr: (text) => (heard += text) }).open();
      await connection.send(request(1), never);
      assert.equal(heard, "cannot find the database\n");
    },
  },
  {
    name: "until and signal",
    async run(bench) {
      const connection = bench.child("echo").open();
      const control = new AbortController();
      const stop = () => setTimeout(() => control.abort(), 20);
      const open = connection.send({ kind: "stdio", writes: [], ids: [] }, { ...never, until: control.signal });
      const other = connection.send({ kind: "stdio", writes: [], ids: [] }, { ...never, signal: control.signal });
      stop();
      assert.deepEqual((await open).ending, { kind: "enough" });
      assert.deepEqual((await other).ending, { kind: "cancelled" });
      assert.deepEqual((await connection.send(request(1), { ...never, signal: control.signal })).ending, {
        kind: "cancelled",
      });
      assert.deepEqual(texts(await connection.send(request(2), answerTo(2))), [result(2)]);
    },
  },
  {
    name: "closing ends a child that ignores the end of stdin and SIGTERM",
    async run(bench) {
      const connection = bench.child("deaf").open();
      const { pid } = await ready(connection);
      assert.ok(isAlive(pid));
      await connection.close();
      assert.ok(!isAlive(pid));
      assert.equal(connection.gone()?.signal, "SIGKILL");
      assert.equal((await connection.send(request(1), never)).ending.kind, "exited");
    },
  },
  {
    name: "closing ends what the child left behind",
    async run(bench) {
      const connection = bench.child("grandchild").open();
      const { pid, grandchild } = await ready(connection);
      assert.ok(isAlive(pid) && isAlive(grandchild));
      await connection.close();
      assert.ok(!isAlive(pid));
      await comesTrue("the grandchild is gone", () => !isAlive(grandchild));
    },
  },
  {
    name: "closing a wire ends all its children",
    async run(bench) {
      const wire = bench.child("deaf-grandchild");
      const all = await Promise.all([wire.open(), wire.open()].map(ready));
      await wire.close();
      const pids = all.flatMap((one) => [one["pid"], one["grandchild"]]);
      assert.equal(pids.length, 4);
      for (const pid of pids) await comesTrue(`${String(pid)} is gone`, () => !isAlive(pid));
    },
  },
  {
    name: "a wire waits for a connection whose closing nobody awaits",
    async run(bench) {
      const wire = bench.child("ignores-eof");
      const connection = wire.open();
      const { pid } = await ready(connection);
      void connection.close();
      await wire.close();
      assert.ok(!isAlive(pid));
    },
  },
  {
    name: "a grandchild that holds the pipes keeps nobody waiting",
    async run(bench) {
      const connection = bench.child("leaves-pipes").open();
      const answer = await connection.send(request(1), never);
      assert.deepEqual(texts(answer), ['{"jsonrpc":"2.0","method":"last"}']);
      assert.deepEqual(answer.ending, { kind: "exited", code: 0, signal: null, stderr: "" });
    },
  },
  {
    name: "an answer that came while we were busy is no timeout",
    async run(bench) {
      const connection = bench.child("echo").open();
      await connection.send(request(1), answerTo(1));
      const answer = connection.send(request(2), { ...answerTo(2), timeoutMs: 200 });
      await new Promise((resolve) => setTimeout(resolve, 1));
      for (const end = performance.now() + 400; performance.now() < end; );
      assert.deepEqual((await answer).ending, { kind: "enough" });
    },
  },
  {
    name: "closing twice, and closing what never started",
    async run(bench) {
      const connection = bench.child("echo").open();
      await Promise.all([connection.close(), connection.close()]);
      await connection.close();
      const nothing = bench.command("no-such-command-anywhere").open();
      await nothing.close();
      assert.equal((await nothing.send(request(1), never)).ending.kind, "refused");
    },
  },
];
