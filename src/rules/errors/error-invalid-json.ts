import { noJson } from "../../facts/errors.ts";
import { refusalFaults } from "../../facts/refusals.ts";
import { judged, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "error-invalid-json",
  category: "errors",
  profile: "core",
  title: "A body that is no JSON is refused",
  why: "A body that was cut off in transit must not pass for a message that was taken, and must not end in an error page that hides the cause.",
  fix: "Answer a body that cannot be parsed with HTTP 400, best with a JSON-RPC error -32700 in it. Catch the parser's exception: behind a body parser that throws, add an error handler.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#messages", "basic/transports#sending-messages-to-the-server"],
      transports: ["http"],
      since: "2024-11-05",
      method: {
        probe:
          "A POST of a message that is cut off, in a session of its own, and a ping right behind it; another one where those do not settle it.",
        pass: "A 4xx, or a JSON-RPC error. A 5xx without one is a remark.",
        fail: "2xx without a JSON-RPC error; or the server is gone afterwards.",
        skip: "Not evaluable when a ping was not served, somebody before the server may have answered, or no answer came.",
      },
      uses: { answer: noJson },
      judge: ({ answer }) => refusalFaults(answer, false),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#messages", "schema#parseerror"],
      transports: ["http"],
      method: {
        probe:
          "A POST of the bytes {not json with the headers of a server/discover, and a sound one right behind it; another one where those do not settle it.",
        pass: "A JSON-RPC error on any status, or a 4xx without one.",
        fail: "2xx without a JSON-RPC error; a result; 5xx without a JSON-RPC error; the server is gone afterwards.",
        skip: "Not evaluable when server/discover was not served, somebody before the server may have answered (502 to 504 too), or no answer came.",
      },
      uses: { answer: noJson },
      judge: ({ answer }) => refusalFaults(answer, true),
    }),
  },
};

export default rule;
