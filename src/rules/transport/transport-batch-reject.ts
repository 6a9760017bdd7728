import { describe } from "../../facts/evidence.ts";
import { batchAnswer } from "../../facts/transport.ts";
import type { Exchange } from "../../model/exchange.ts";
import { andThen, fact, known, unknown } from "../../model/fact.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { replyOf, statusOf } from "../../protocol/answer.ts";
import { messagesOf, readFrame } from "../../protocol/jsonrpc.ts";

function isOk(exchange: Exchange): boolean {
  const status = statusOf(exchange) ?? 0;
  return status >= 200 && status < 300;
}

/** The answer where it tells something: a failure without a JSON-RPC message does not. */
const telling = fact<Exchange>("answer to a batch", [batchAnswer], (recording) =>
  andThen(batchAnswer.of(recording), (exchange) => {
    const status = statusOf(exchange) ?? 0;
    const { kind } = replyOf(exchange);
    const failed = kind === "status" && (status >= 500 || (status >= 300 && status < 400));
    return failed || kind === "none" ? unknown(`a batch was answered with ${describe(exchange)}`) : known(exchange);
  }),
);

function arrayIn(exchange: Exchange): readonly (Finding | Note)[] {
  if (!isOk(exchange)) return [];
  const array = exchange.frames.some((frame) => {
    const reading = readFrame(frame);
    return reading.state === "json" && Array.isArray(reading.json);
  });
  if (array) {
    return [
      finding("A batch was answered with an array", exchange.id, {
        expected: "an error, or one object per message",
        actual: "a JSON array",
      }),
    ];
  }
  const { kind } = replyOf(exchange);
  if (kind === "error") return [];
  return [
    note(
      kind === "result" ? "The batch was served, though not by an array" : "The batch was accepted without an answer",
      exchange.id,
    ),
  ];
}

function resultsIn(exchange: Exchange): readonly (Finding | Note)[] {
  const results = exchange.frames.flatMap((frame) => messagesOf(frame)).filter((one) => one.kind === "result");
  const [first] = results;
  if (first !== undefined) {
    return [
      finding(
        "A batch was processed",
        { exchange: exchange.id, pointer: first.pointer },
        {
          expected: "an error and no result",
          actual: `${results.length} result${results.length === 1 ? "" : "s"}`,
        },
      ),
    ];
  }
  return isOk(exchange) && replyOf(exchange).kind === "status"
    ? [note("The batch was accepted without an answer", exchange.id)]
    : [];
}

const rule: Rule = {
  id: "transport-batch-reject",
  category: "transport",
  profile: "core",
  title: "Batches are not answered as such",
  why: "Batches left the protocol with 2025-06-18: clients cannot read an array, and checks that look at one message (headers, authorization, rate limits) do not see what stands behind it.",
  fix: "Refuse a POST whose body is a JSON array with 400 and the error -32600. In JSON mode do not map your handler over arrays.",
  revisions: {
    "2025-11-25": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports#sending-messages-to-the-server"],
      transports: ["http"],
      since: "2025-06-18",
      method: {
        probe: "POST of an array of two pings, beside the like sent alone.",
        pass: "A 4xx, or one JSON-RPC error. Answers one by one, or 202, are remarked.",
        fail: "A 2xx answer that is an array.",
        skip: "Where an older revision was negotiated, which has batches. Not evaluable when a single ping was not served, on 5xx, or without an answer.",
      },
      uses: { exchange: telling },
      judge: ({ exchange }) => arrayIn(exchange),
    }),
    "2026-07-28": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports/streamable-http#sending-messages"],
      transports: ["http"],
      method: {
        probe: "POST of an array of two server/discover with the headers of one, beside the like sent alone.",
        pass: "A 4xx, or a JSON-RPC error on any status. A 2xx without an answer is remarked.",
        fail: "A result for any of them, in whatever form.",
        skip: "Not evaluable when the single request was not served, on 5xx, a redirect, or somebody else's answer.",
      },
      uses: { exchange: telling },
      judge: ({ exchange }) => resultsIn(exchange),
    }),
  },
};

export default rule;
