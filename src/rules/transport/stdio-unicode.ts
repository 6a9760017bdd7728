import { describe, shown } from "../../facts/evidence.ts";
import { foreignId, type UnicodeSeen, unicodeSeen } from "../../facts/stdio.ts";
import type { Json } from "../../model/json.ts";
import { type Finding, finding, judgedInParts, type Rule } from "../../model/rule.ts";

function judge(seen: UnicodeSeen): readonly Finding[] {
  const { exchange } = seen;
  if (seen.kind === "bytes") {
    return [finding("stdout has bytes that are no UTF-8", exchange.id, { expected: "valid UTF-8" })];
  }
  const expected = `the id ${shown(exchange.sent?.ids[0])}`;
  const actual = describe(exchange);
  if (seen.dead) {
    return [
      finding("The server answers nothing any more after a request whose id is not ASCII", exchange.id, {
        expected,
        actual,
      }),
    ];
  }
  const foreign = foreignId(exchange);
  if (foreign === undefined) return [];
  const id = foreign.id as Json | undefined;
  return [
    id === undefined || id === null
      ? finding("A request in valid UTF-8 was answered as unreadable", exchange.id, { expected, actual })
      : finding("An id that is not ASCII came back changed", exchange.id, { expected, actual: `the id ${shown(id)}` }),
  ];
}

const rule: Rule = {
  id: "stdio-unicode",
  category: "transport",
  profile: "core",
  title: "stdio is read and written as UTF-8",
  why: "On a machine with another locale everything that is not ASCII is garbled: names, paths, the text that the model sees.",
  fix: 'Decode stdin and encode stdout as UTF-8 whatever the locale, with a decoder that keeps the bytes of a character together across reads: process.stdin.setEncoding("utf8") in Node, sys.stdin.reconfigure(encoding="utf-8") in Python. The stdio transport of an SDK does so.',
  revisions: {
    "2025-11-25": judgedInParts({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports#stdio", "basic/index#result-responses"],
      transports: ["stdio"],
      since: "2025-03-26",
      method: {
        probe:
          "A ping with an ASCII string id, one with Japanese, an accent and an emoji in its id, and a plain one. All lines of the run are decoded strictly.",
        pass: "The output is valid UTF-8 and the id comes back as it was sent, escaped or not.",
        fail: "Bytes that are no UTF-8; an id that comes back changed or not at all in the answer; a server that answers nothing any more, in two processes.",
        skip: "Not evaluable when the ASCII twin was not served, or the request was not answered though the server lives.",
      },
      parts: unicodeSeen,
      judge,
    }),
    "2026-07-28": judgedInParts({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports/index#messages", "basic/index#result-responses"],
      transports: ["stdio"],
      method: {
        probe:
          "server/discover with an ASCII string id, then with accents, Chinese, an emoji and U+2028 in id and clientInfo.name, then the like with a character's bytes parted over two writes. All lines of the run are decoded strictly.",
        pass: "The output is valid UTF-8 and the id comes back as it was sent, escaped or not.",
        fail: "Bytes that are no UTF-8; an id that comes back changed; an error without the id; a server that answers nothing any more, in two processes.",
        skip: "Not evaluable when the ASCII twin was not served, or the request was not answered though the server lives.",
      },
      parts: unicodeSeen,
      judge,
    }),
  },
};

export default rule;
