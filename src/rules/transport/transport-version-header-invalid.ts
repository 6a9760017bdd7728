import { describe, isServed } from "../../facts/evidence.ts";
import { isStream } from "../../facts/streams.ts";
import { describeStatus } from "../../facts/transport.ts";
import { oddVersions } from "../../facts/version-values.ts";
import { finding, judgedInParts, note, type Rule } from "../../model/rule.ts";
import { statusOf } from "../../protocol/answer.ts";

const rule: Rule = {
  id: "transport-version-header-invalid",
  category: "transport",
  profile: "full",
  title: "An unsupported MCP-Protocol-Version is refused with 400",
  why: "A client of another revision that is served all the same reads answers in a form that it did not agree to.",
  fix: "Compare MCP-Protocol-Version with the versions that you support, and answer any other with HTTP 400. SDK transports do it by themselves; look for a middleware that takes the header away.",
  revisions: {
    "2025-11-25": judgedInParts({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/transports#protocol-version-header"],
      transports: ["http"],
      since: "2025-06-18",
      method: {
        probe:
          "In a session of its own a ping with MCP-Protocol-Version 1900-01-01, one with garbage in it, and a GET with 1900-01-01, beside a ping with the negotiated version.",
        pass: "400 for each; 405 for the GET too. Another refusal is remarked.",
        fail: "A ping that is served, a GET that opens a stream, or an HTTP status of 500 and above.",
        skip: "When 2025-03-26 or older was negotiated. Not evaluable when the sound ping was not served, on a redirect, no answer, or somebody else's answer.",
      },
      parts: oddVersions,
      judge: (exchange) => {
        const status = statusOf(exchange) ?? 0;
        const get = exchange.label === "GET";
        if (status === 400 || (get && status === 405)) return [];
        const actual = get ? `HTTP ${status}` : describeStatus(exchange);
        const expected = get ? "HTTP 400, or 405" : "HTTP 400";
        if (get ? isStream(exchange) : isServed(exchange)) {
          const what = get
            ? "GET with an MCP-Protocol-Version that no server supports opens a stream"
            : `${capital(exchange.label)} is served`;
          return [finding(what, exchange.id, { expected, actual })];
        }
        if (status >= 500) {
          const what = `${get ? "GET" : capital(exchange.label)} is answered with HTTP ${status}`;
          return [finding(what, exchange.id, { expected, actual })];
        }
        return [note(`${get ? "GET" : capital(exchange.label)} is answered with ${describe(exchange)}`, exchange.id)];
      },
    }),
  },
};

/** "a ping of version garbage" at the beginning of a sentence. */
function capital(label: string): string {
  return label.charAt(0).toUpperCase() + label.slice(1);
}

export default rule;
