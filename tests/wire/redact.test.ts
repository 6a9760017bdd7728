import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Answer, Frame, HttpSent, StdioSent } from "../../src/model/exchange.ts";
import type { Header, HttpTarget, StdioTarget } from "../../src/model/target.ts";
import { redactor } from "../../src/wire/redact.ts";

const TOKEN = "sk-live-9f8e7d6c5b4a";

function http(headers: readonly Header[], url = "https://api.example.com/mcp"): HttpTarget {
  return { kind: "http", url, headers };
}

function stdio(env: Readonly<Record<string, string>>, args: readonly string[] = []): StdioTarget {
  return { kind: "stdio", command: "server", args, env };
}

function sent(headers: readonly Header[], more: Partial<HttpSent> = {}): HttpSent {
  return { kind: "http", method: "POST", url: "https://api.example.com/mcp", headers, ids: [1], ...more };
}

function answer(frames: readonly Frame[], ending: Answer["ending"] = { kind: "complete" }): Answer {
  return { at: 1, ms: 2, frames, ending };
}

const bearer: Header = ["Authorization", `Bearer ${TOKEN}`];
const b64 = (text: string) => Buffer.from(text).toString("base64");

describe("headers that we send", () => {
  const CASES: readonly (readonly [name: string, header: Header, masked: string])[] = [
    ["the scheme word stays", bearer, "Bearer [redacted]"],
    ["a token without a scheme", ["authorization", TOKEN], "[redacted]"],
    ["another scheme", ["Authorization", "ApiKey abc"], "ApiKey [redacted]"],
    ["Basic", ["Authorization", `Basic ${b64("user:pass")}`], "Basic [redacted]"],
    ["a short value", ["X-Api-Key", "abc"], "[redacted]"],
    ["a plain word", ["X-Api-Key", "secretword"], "[redacted]"],
    ["cookies, each by its name", ["Cookie", "sid=abc; theme=dark"], "sid=[redacted]; theme=[redacted]"],
    ["a telling name", ["X-Company-Token", "abc"], "[redacted]"],
    ["a telling value", ["X-Company", "a1b2c3d4e5f6a7b8c9d0"], "[redacted]"],
  ];
  for (const [name, header, masked] of CASES) {
    test(name, () => {
      const { headers } = redactor(http([header])).sent(sent([["Accept", "*/*"], header])) as HttpSent;
      expect(headers).toEqual([
        ["Accept", "*/*"],
        [header[0], masked],
      ]);
    });
  }

  test("the spelling of the name does not matter, and is kept", () => {
    const clean = redactor(http([bearer])).sent(sent([["AUTHORIZATION", bearer[1]]])) as HttpSent;
    expect(clean.headers).toEqual([["AUTHORIZATION", "Bearer [redacted]"]]);
  });

  test("the token under another name or scheme", () => {
    const clean = redactor(http([bearer])).sent(sent([["X-Other", `v=${TOKEN}`]])) as HttpSent;
    expect(clean.headers).toEqual([["X-Other", "v=[redacted]"]]);
  });

  test("what a probe invented stays: it is no secret, and rules look at it", () => {
    const invented: Header = ["Authorization", "Bearer not-a-real-token-0000"];
    expect(redactor(http([bearer])).sent(sent([invented]))).toEqual(sent([invented]));
  });

  test("headers that say how to talk stay, however long", () => {
    const plain: readonly Header[] = [
      ["Accept", "application/json;v=1, text/event-stream;q=0.9"],
      ["User-Agent", "agent/1.0 (build 20260101 abcdef)"],
      ["Mcp-Protocol-Version", "2026-07-28"],
      ["X-Tenant", "acme"],
    ];
    expect(redactor(http(plain)).sent(sent(plain))).toEqual(sent(plain));
  });
});

describe("messages", () => {
  const { text, sent: clean, answer: cleaned } = redactor(http([bearer]));

  test("each frame, each text in it", () => {
    const frames: readonly Frame[] = [
      { kind: "head", at: 1, status: 200, headers: [["X-Echo", `got ${TOKEN}`]] },
      { kind: "body", at: 2, text: `{"a":"${TOKEN}"}`, bytes: 30 },
      { kind: "event", at: 3, event: TOKEN, id: TOKEN, retry: 5, data: `Bearer ${TOKEN}` },
      { kind: "event", at: 3 },
      { kind: "comment", at: 4, text: TOKEN },
      { kind: "line", at: 5, text: TOKEN, end: "\n", invalidUtf8: true },
    ];
    const result = cleaned(answer(frames, { kind: "reset", phase: "body", detail: `bad ${TOKEN}` }));
    expect(result).toEqual(
      answer(
        [
          { kind: "head", at: 1, status: 200, headers: [["X-Echo", "got [redacted]"]] },
          { kind: "body", at: 2, text: '{"a":"[redacted]"}', bytes: 30 },
          { kind: "event", at: 3, event: "[redacted]", id: "[redacted]", retry: 5, data: "Bearer [redacted]" },
          { kind: "event", at: 3 },
          { kind: "comment", at: 4, text: "[redacted]" },
          { kind: "line", at: 5, text: "[redacted]", end: "\n", invalidUtf8: true },
        ],
        { kind: "reset", phase: "body", detail: "bad [redacted]" },
      ),
    );
  });

  test("bodies and URLs that we send", () => {
    const one = sent([], { url: `https://api.example.com/mcp?access_token=${TOKEN}`, body: `{"t":"${TOKEN}"}` });
    expect(clean(one)).toEqual(
      sent([], { url: "https://api.example.com/mcp?access_token=[redacted]", body: '{"t":"[redacted]"}' }),
    );
  });

  test("lines that we write, and stderr", () => {
    const child = redactor(stdio({ API_TOKEN: TOKEN }));
    const line: StdioSent = {
      kind: "stdio",
      writes: [`${TOKEN}\n`, { waitMs: 5 }, { base64: "AA==" }, { end: true }],
      ids: [],
    };
    expect(child.sent(line)).toEqual({ ...line, writes: ["[redacted]\n", ...line.writes.slice(1)] });
    const gone = child.answer(answer([], { kind: "exited", code: 1, signal: null, stderr: `no ${TOKEN}!` }));
    expect(gone.ending).toEqual({ kind: "exited", code: 1, signal: null, stderr: "no [redacted]!" });
  });

  test("percent-encoded, in JSON, in base64 and inside longer base64", () => {
    const odd = 'p/w+"1é=x&y z';
    const odder = redactor(http([["X-Api-Key", odd]]));
    for (const form of [
      odd,
      JSON.stringify(odd).slice(1, -1),
      encodeURIComponent(odd),
      encodeURIComponent(odd).toLowerCase(),
      encodeURIComponent(odd).replaceAll("%20", "+"),
      b64(odd),
      b64(odd).replaceAll("+", "-").replaceAll("/", "_"),
    ]) {
      expect(odder.text(`<${form}>`), form).toBe("<[redacted]>");
    }
    for (const around of ["u:", "us:", "use:"]) {
      const whole = b64(`${around}${TOKEN}${around}`);
      const left = text(whole);
      expect(left).toContain("[redacted]");
      // What is left holds the neighbours, and at most a few bits of the token's first and last character.
      expect(left.length - "[redacted]".length).toBeLessThanOrEqual(
        whole.length - Math.floor((TOKEN.length * 8 - 10) / 6),
      );
    }
  });

  test("a secret inside another one leaves nothing behind", () => {
    const both = redactor(
      http([
        ["X-Api-Key", "abcd1234"],
        ["X-Token", "abcd1234-efgh5678"],
      ]),
    );
    expect(both.text("abcd1234-efgh5678 abcd1234")).toBe("[redacted] [redacted]");
  });
});

describe("what rules judge is left alone", () => {
  const PLAIN = [
    "true",
    "none",
    "disabled",
    "oauth",
    "development",
    "10000000",
    "12345678",
    "2025-11-25",
    "initialize",
    "protocolVersion",
  ];
  test.each(PLAIN)("%s in a message", (value) => {
    const { answer: cleaned } = redactor(http([["X-Api-Key", value]]));
    const body = answer([{ kind: "body", at: 1, text: `{"jsonrpc":"2.0","id":12345678,"x":"${value}"}`, bytes: 9 }]);
    expect(cleaned(body)).toEqual(body);
  });

  const ENV: readonly (readonly [string, string])[] = [
    ["KEY_FILE", "/home/me/keys/server-key-2026.pem"],
    ["AUTH_URL", "https://login.example.com/oauth2/v1/authorize"],
    ["AUTH_MODE", "client-credentials"],
    ["NODE_OPTIONS", "--max-old-space-size=4096"],
    ["GREETING", "Hello you 20 people, how are you"],
    ["TOKEN_LIMIT", "100000000"],
    ["DATA_DIR", "./data/20260101/inputs"],
    ["LOG_LEVEL", "debugging"],
  ];
  test.each(ENV)("%s=%s", (name, value) => {
    expect(redactor(stdio({ [name]: value })).text(`{"uri":"${value}"}`)).toBe(`{"uri":"${value}"}`);
  });

  test("without secrets nothing is copied", () => {
    const none = redactor(http([["X-Tenant", "acme"]]));
    const one = answer([]);
    expect(none.answer(one)).toBe(one);
  });
});

describe("where secrets are found", () => {
  const FOUND: readonly (readonly [name: string, target: HttpTarget | StdioTarget, secret: string])[] = [
    ["an environment entry by its name", stdio({ MY_API_KEY: "correct-horse-battery" }), "correct-horse-battery"],
    ["an environment entry by its look", stdio({ SERVICE: "a1b2c3d4e5f6a7b8c9d0e1" }), "a1b2c3d4e5f6a7b8c9d0e1"],
    ["the password in an address", stdio({ DATABASE_URL: "postgres://me:hunter2hunter2@db/x" }), "hunter2hunter2"],
    ["the password of Basic", http([["Authorization", `Basic ${b64("me:hunter2hunter2")}`]]), "hunter2hunter2"],
    ["a cookie", http([["Cookie", "a=b; sid=s3cr3t-s3ss10n"]]), "s3cr3t-s3ss10n"],
    ["a query value by its name", http([], "https://x.example/mcp?api_key=k1k2k3k4"), "k1k2k3k4"],
    ["a query value by its look", http([], "https://x.example/mcp?u=a1b2c3d4e5f6a7b8c9d0e1"), "a1b2c3d4e5f6a7b8c9d0e1"],
    ["a token in place of a user name", http([], `https://${TOKEN}@x.example/mcp`), TOKEN],
    ["an argument after its flag", stdio({}, ["--api-key", "k1k2k3k4"]), "k1k2k3k4"],
    ["an argument with its flag", stdio({}, ["--token=k1k2k3k4"]), "k1k2k3k4"],
    ["a header in an argument", stdio({}, ["-H", `Authorization: Bearer ${TOKEN}`]), TOKEN],
    ["an address in an argument", stdio({}, ["postgres://me:hunter2hunter2@db/x"]), "hunter2hunter2"],
  ];
  test.each(FOUND)("%s", (_name, target, secret) => {
    expect(redactor(target).text(`said ${secret}.`)).toBe("said [redacted].");
  });
});

describe("addresses", () => {
  test("user name and password, however short", () => {
    const { text, sent: clean } = redactor(http([], "https://me:pw@x.example/mcp"));
    expect(text("https://me:pw@x.example/mcp")).toBe("https://[redacted]@x.example/mcp");
    const one = clean(sent([], { url: "https://me:pw@x.example/mcp" })) as HttpSent;
    expect(new URL(one.url).host).toBe("x.example");
    expect(one.url).not.toContain("pw");
  });

  test("a short secret in the query, by its place only", () => {
    const { text } = redactor(http([], "https://x.example/mcp?token=abc&page=abc1"));
    expect(text("https://x.example/mcp?token=abc&page=abc1")).toBe("https://x.example/mcp?token=[redacted]&page=abc1");
    expect(text('{"abc":"abc"}')).toBe('{"abc":"abc"}');
  });
});

describe("a secret with all its characters or some of them escaped", () => {
  const secret = `tK+9/xyZ-Qw7_aBc=dEf'gH12&jk%L<0>9"\\é`;
  const { text } = redactor(http([["Authorization", `Bearer ${secret}`]]));
  const unit = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  const all = (write: (char: string) => string) => [...secret].map(write).join("");
  const twice = (one: string) => JSON.stringify(one).slice(1, -1);
  const CASES: readonly (readonly [name: string, written: string])[] = [
    ["JSON", twice(secret)],
    ["JSON in JSON", twice(twice(secret))],
    ["JSON, all of it", all(unit)],
    [
      "JSON, what is no letter",
      all((char) => (/[a-z0-9]/i.test(char) ? char : unit(char).toUpperCase().replace("U", "u"))),
    ],
    ["JSON in JSON, all of it", twice(all(unit))],
    ["percent", encodeURIComponent(secret)],
    ["percent, twice", encodeURIComponent(encodeURIComponent(secret))],
    ["HTML", all((char) => (/[a-z0-9]/i.test(char) ? char : `&#${char.charCodeAt(0)};`))],
    ["HTML, hexadecimal", all((char) => (/[a-z]/i.test(char) ? char : `&#x${char.charCodeAt(0).toString(16)};`))],
    ["upper case", secret.toUpperCase()],
    ["hexadecimal", Buffer.from(secret).toString("hex")],
    ["base64 in JSON", b64(`user:${secret}`).replaceAll("/", "\\/").replaceAll("+", "\\u002b")],
  ];
  for (const [name, written] of CASES) {
    test(name, () => {
      const clean = text(`{"before \\u0041\\\\":"${written}","after":"\\u0042 &amp; %25"}`);
      expect(clean).toMatch(/^\{"before \\u0041\\\\":"\S{0,12}\[redacted\]\S{0,4}","after":"\\u0042 &amp; %25"\}$/);
    });
  }
});

test.each(['tok%2Fen%3D9"x', "tok&amp;en'99/x", "tok\\u0041en'9/x"])(
  "a secret that looks escaped itself, escaped once more: %s",
  (secret) => {
    const { text } = redactor(http([["Authorization", `Bearer ${secret}`]]));
    const twice = (one: string) => JSON.stringify(one).slice(1, -1);
    const html = secret.replaceAll("&", "&amp;").replaceAll("'", "&#39;").replaceAll('"', "&quot;");
    for (const written of [secret, twice(secret), twice(twice(secret)), encodeURIComponent(secret), html])
      expect(text(`before ${written} after`)).toBe("before [redacted] after");
  },
);

test("a text of nothing but escapes is read once", () => {
  const { text } = redactor(http([bearer]));
  for (const one of ["\\", "\\u0041", "&#", "%25", "\\\\u0041"]) {
    const long = one.repeat(1_000_000 / one.length);
    expect(text(long)).toBe(long);
  }
});

test("JSON stays JSON, whatever the secret", () => {
  const json = fc.jsonValue({ maxDepth: 2 });
  fc.assert(
    fc.property(fc.string({ minLength: 8, maxLength: 20, unit: "grapheme" }), json, (secret, value) => {
      const text = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { echo: `${secret}!`, value } });
      const clean = redactor(http([["X-Api-Key", secret]])).text(text);
      const parsed = JSON.parse(clean);
      expect(parsed.jsonrpc).toBe("2.0");
      expect(parsed.id).toBe(1);
    }),
    { numRuns: 500 },
  );
});

test("no redactable secret is left", () => {
  const secret = fc.stringMatching(/^[a-z0-9]{4,20}[0-9][A-Z]{3,9}$/);
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), (one, before, after) => {
      const { text } = redactor(http([["Authorization", `Bearer ${one}`]]));
      for (const form of [one, encodeURIComponent(one), b64(one)])
        expect(text(before + form + after)).not.toContain(form);
    }),
  );
});
