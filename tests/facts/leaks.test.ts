import { describe, expect, it } from "vitest";
import { addressesIn } from "../../src/facts/internal-addresses.ts";
import { passwordIn, traceIn } from "../../src/facts/leaks.ts";

const TRACES: { readonly [runtime: string]: string } = {
  Node: "Error: x\n    at f (/p/x.js:1:2)\n    at async g (file:///p/y.mjs:3:4)",
  "Node without names": "Error: x\n    at /p/x.js:1:2\n    at node:internal/process/task_queues:95:5",
  Deno: "Error: x\n    at https://deno.land/x/a.ts:1:2\n    at f (file:///p/y.ts:3:4)",
  Python:
    'Traceback (most recent call last):\n  File "/p/x.py", line 1, in f\n    g()\n  File "/p/y.py", line 2, in g\n    raise E',
  Java: "E: x\n\tat a.B.c(B.java:1)\n\tat java.base/java.lang.Thread.run(Thread.java:833)",
  ".NET": "E: x\n   at A.B.C(String s) in C:\\src\\x.cs:line 12\n   at A.D.E() in C:\\src\\y.cs:line 3",
  Go: "goroutine 1 [running]:\nmain.f(0x1)\n\t/p/x.go:12 +0x1d\nmain.main()\n\t/p/x.go:3 +0x25",
  PHP: "#0 /p/x.php(12): f()\n#1 /p/y.php(3): g('a')\n#2 {main}",
  Rust: "   0: std::panicking::begin\n             at /rustc/abc/library/std/src/panicking.rs:12:5\n   1: app::main\n             at ./src/main.rs:3:9",
  Ruby: "/p/x.rb:12:in `f'\nfrom /p/y.rb:3:in `g'",
  "written twice": "Error: x\\n    at f (/p/x.js:1:2)\\n    at g (/p/y.js:3:4)",
};

describe("a stack trace", () => {
  it.each(Object.entries(TRACES))("of %s is found", (_, text) => {
    expect(traceIn(text)).toBeDefined();
  });

  it.each([
    "no such file: /home/app/x.txt",
    "Unexpected token at line 3 column 5",
    "thrown at f (/p/x.js:1:2)",
    "at least one of a, b\nat most two of c, d",
    'Expected string\nat params.arguments["text"]\nat params',
    "1: first\n2: second",
    "at 10:30\nthe train left",
  ])("is not seen in %j", (text) => {
    expect(traceIn(text)).toBeUndefined();
  });

  it("is looked for in long lines too, without going back and forth", () => {
    expect(traceIn(`at ${"a b:1".repeat(40_000)}\nat ${"(".repeat(40_000)}`)).toBeUndefined();
  });
});

describe("a password in a URL", () => {
  it.each([
    ["postgres://mcp:hunter2-not@db.example.com/mcp", "postgres://mcp:...@db.example.com"],
    ["redis://:s3cr3t-value@10.0.0.9:6379", "redis://:...@10.0.0.9"],
  ])("%s", (text, shown) => {
    expect(passwordIn(`cannot reach ${text}`)).toBe(shown);
  });

  it.each([
    "postgres://mcp:***@db.example.com/mcp",
    "https://example.com:8080/a@b",
    "https://user@example.com/",
    "postgres://mcp:[redacted]@db.example.com",
    "mysql://user:<password>@host",
    "git@github.com:owner/name.git",
  ])("%s has none", (text) => {
    expect(passwordIn(text)).toBeUndefined();
  });
});

describe("an internal address", () => {
  const hosts = (text: string, modern = true): readonly string[] =>
    addressesIn(text, modern).flatMap((one) => (one.asHost ? [one.address] : []));

  it.each([
    ["connect ECONNREFUSED 10.20.30.40:5432", "10.20.30.40"],
    ["GET http://192.168.1.7/x failed", "192.168.1.7"],
    ["dial tcp 172.31.255.1:80", "172.31.255.1"],
    ["redis://u:p@169.254.1.2/0", "169.254.1.2"],
    ["connect to [fd00:1::2]:80", "fd00:1::2"],
    ["http://[fe80::1]/", "fe80::1"],
    ['{"host":"10.1.2.3"}', "10.1.2.3"],
    ["addr=10.1.2.3", "10.1.2.3"],
  ])("%s", (text, address) => {
    expect(hosts(text)).toEqual([address]);
  });

  it.each([
    "version 10.2.1.4",
    "172.32.0.1:80",
    "11.10.0.0.1:2",
    "http://[2001:db8::fd00]:80/",
    "10.2.1",
    "10.300.1.1:80",
    "see chapter 10.2.1.4: limits",
  ])("%s is none", (text) => {
    expect(hosts(text)).toEqual([]);
  });

  it("needs the words of the revision", () => {
    expect(hosts("host 10.1.2.3", false)).toEqual([]);
    expect(hosts("http://[fe80::1]/", false)).toEqual([]);
  });
});
