import { methodOf } from "../../facts/evidence.ts";
import { mismatchOf, nameMismatch, nameMismatchOfReads } from "../../facts/headers.ts";
import { describeStatus } from "../../facts/transport.ts";
import type { Exchange } from "../../model/exchange.ts";
import type { Fact, Known } from "../../model/fact.ts";
import {
  type Finding,
  finding,
  judgedInParts,
  type Note,
  note,
  type Rule,
  type RuleRevision,
} from "../../model/rule.ts";

function judge(exchange: Exchange): readonly (Finding | Note)[] {
  const taken = mismatchOf(exchange);
  const remark = exchange.tags?.["remark"];
  const notes = typeof remark === "string" ? [note(remark, exchange.id)] : [];
  if (taken === "right") return notes;
  if (taken === "bare 4xx") return [...notes, note(`${exchange.label}: refused without a JSON-RPC error`, exchange.id)];
  return [
    ...notes,
    finding(`${methodOf(exchange)} whose Mcp-Name names something else was ${taken}`, exchange.id, {
      expected: "HTTP 400 with JSON-RPC error -32020",
      actual: describeStatus(exchange),
    }),
  ];
}

function judgedOn(parts: Fact<readonly Known<Exchange>[]>, probe: string, skip: string): RuleRevision {
  return judgedInParts({
    required: false,
    basis: "spec",
    level: "MUST",
    clauses: [
      "basic/transports/streamable-http#server-validation",
      "basic/transports/streamable-http#standard-request-headers",
    ],
    transports: ["http"],
    method: {
      probe,
      pass: "400 with the JSON-RPC error -32020. A bare 4xx, which an intermediary may give, is remarked.",
      fail: "Served (input_required included), or a JSON-RPC error under another status or code.",
      skip: `${skip} Not evaluable when the twin with the right name was not served, or somebody else answered.`,
    },
    parts,
    judge,
  });
}

const rule: Rule = {
  id: "transport-header-name-mismatch",
  category: "transport",
  profile: "core",
  title: "An Mcp-Name that differs from the body is refused",
  why: "A gateway that allows a tool, prompt or resource by the header is fooled when the server goes by the body: one is announced, another is used.",
  fix: "For tools/call, prompts/get and resources/read compare Mcp-Name (its Base64 form decoded) with params.name or params.uri, and answer a difference with 400 and the error -32020. An SDK's HTTP handler does it; a hand-written one has to compare before it dispatches.",
  revisions: {
    "2026-07-28": {
      ...judgedOn(
        nameMismatch,
        "A call of a safe tool, a read of a listed resource and a prompt without required arguments, each with its own Mcp-Name and with a random one.",
        "When the server has none of the three.",
      ),
      reading: judgedOn(
        nameMismatchOfReads,
        "A read of a listed resource and a prompt without required arguments, each with its own Mcp-Name and with a random one.",
        "When the server has neither.",
      ),
    },
  },
};

export default rule;
