// A child that behaves as its first argument says. Plain JavaScript: it is run by `node` whatever runs the tests.
import { spawn } from "node:child_process";
import { closeSync, writeSync } from "node:fs";

const [mode] = process.argv.slice(2);
const say = (value) => writeSync(1, typeof value === "string" ? value : `${JSON.stringify(value)}\n`);

/** Calls back for each whole line of stdin. */
function onLine(take, atEnd = () => {}) {
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (text) => {
    rest += text;
    const lines = rest.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (line.trim() !== "") take(line);
  });
  process.stdin.on("end", atEnd);
}

/** Answers each request with its own parameters. */
function echo(line) {
  const { id, params } = JSON.parse(line);
  if (id !== undefined) say({ jsonrpc: "2.0", id, result: params ?? {} });
}

const grandchild = () =>
  spawn(process.execPath, ["-e", "process.on('SIGTERM',()=>{});setInterval(()=>{},1000)"], { stdio: "ignore" });

const MODES = {
  echo: () => onLine(echo),
  crlf: () => onLine((line) => say(`{"jsonrpc":"2.0","id":${JSON.parse(line).id},"result":{}}\r\n`)),
  banner: () => {
    say("Server listening...\n");
    onLine(echo);
  },
  "exits-at-once": () => {
    writeSync(2, "cannot find the database\n");
    process.exit(3);
  },
  crash: () =>
    onLine(() => {
      writeSync(2, `${"x".repeat(20_000)}the end of stderr`);
      say({ jsonrpc: "2.0", method: "notifications/last" });
      process.exit(1);
    }),
  killed: () => onLine(() => process.kill(process.pid, "SIGKILL")),
  "no-newline": () =>
    onLine((line) => {
      writeSync(1, `{"jsonrpc":"2.0","id":${JSON.parse(line).id},"result":{}}`);
      process.exit(0);
    }),
  "split-utf8": () =>
    onLine(async (line) => {
      const bytes = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.parse(line).id},"result":{"t":"é🙂"}}\n`);
      for (const byte of bytes) {
        writeSync(1, Buffer.from([byte]));
        await new Promise(setImmediate);
      }
    }),
  "bad-utf8": () =>
    onLine((line) => {
      writeSync(
        1,
        Buffer.concat([
          Buffer.from(`{"jsonrpc":"2.0","id":${JSON.parse(line).id},"result":"`),
          Buffer.from([0xff]),
          Buffer.from('"}\n'),
        ]),
      );
    }),
  long: () =>
    onLine((line) =>
      process.stdout.write(
        `${JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(line).id, result: "x".repeat(2_000_000) })}\n`,
      ),
    ),
  endless: () =>
    onLine(() => {
      const more = () => {
        while (process.stdout.write("x".repeat(65_536)));
      };
      process.stdout.on("drain", more);
      more();
    }),
  "late-answer": () =>
    onLine((line) => {
      const { id } = JSON.parse(line);
      setTimeout(() => say({ jsonrpc: "2.0", id, result: {} }), id === 1 ? 300 : 600);
    }),
  script: () =>
    // Says the lines that the request itself asks for.
    onLine((line) => {
      const { id, params } = JSON.parse(line);
      for (const one of params?.say ?? []) say(one);
      if (id !== undefined) say({ jsonrpc: "2.0", id, result: {} });
    }),
  unasked: () => {
    say({ jsonrpc: "2.0", method: "notifications/early" });
    onLine(echo);
  },
  deaf: () => {
    // Ignores the end of stdin and SIGTERM.
    process.on("SIGTERM", () => {});
    setInterval(() => {}, 1000);
    onLine(echo);
    say({ jsonrpc: "2.0", method: "notifications/ready", params: { pid: process.pid } });
  },
  "ignores-eof": () => {
    setInterval(() => {}, 1000);
    onLine(echo);
    say({ jsonrpc: "2.0", method: "notifications/ready", params: { pid: process.pid } });
  },
  grandchild: () => {
    const { pid } = grandchild();
    onLine(echo, () => process.exit(0));
    say({ jsonrpc: "2.0", method: "notifications/ready", params: { pid: process.pid, grandchild: pid } });
  },
  "leaves-pipes": () =>
    onLine(() => {
      spawn(process.execPath, ["-e", "setInterval(()=>{},1000)"], { stdio: "inherit" }).unref();
      say({ jsonrpc: "2.0", method: "last" });
      process.exit(0);
    }),
  "deaf-grandchild": () => {
    const { pid } = grandchild();
    process.on("SIGTERM", () => {});
    setInterval(() => {}, 1000);
    onLine(echo);
    say({ jsonrpc: "2.0", method: "notifications/ready", params: { pid: process.pid, grandchild: pid } });
  },
  "closes-stdout": () =>
    onLine(() => {
      setInterval(() => {}, 1000);
      process.on("SIGTERM", () => process.exit(0));
      closeSync(1);
    }),
  "closes-stdin": () => {
    setInterval(() => {}, 1000);
    closeSync(0);
    say({ jsonrpc: "2.0", method: "notifications/ready" });
  },
  "does-not-read": () => setInterval(() => {}, 1000),
  environment: () => {
    const { WIRE_TEST } = process.env;
    say({
      jsonrpc: "2.0",
      method: "notifications/ready",
      params: { WIRE_TEST, cwd: process.cwd(), args: process.argv.slice(3) },
    });
    onLine(echo);
  },
  bytes: () => {
    process.stdin.on("data", (bytes) =>
      say({ jsonrpc: "2.0", method: "bytes", params: { hex: bytes.toString("hex") } }),
    );
    say({ jsonrpc: "2.0", method: "notifications/ready" });
  },
};

MODES[mode]();
