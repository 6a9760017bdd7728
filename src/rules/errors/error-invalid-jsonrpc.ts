import { noMessage } from "../../facts/errors.ts";
import { refusalFaults } from "../../facts/refusals.ts";
import { judged, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "error-invalid-jsonrpc",
  category: "errors",
  profile: "core",
  title: "An object that is no JSON-RPC message is refused",
  why: "A client whose request was garbled on the way must learn of it; an acceptance makes it wait for an answer that never comes.",
  fix: "Check jsonrpc and method before anything else, and answer what has none of them with HTTP 400 or a JSON-RPC error -32600. Do not take everything without an id for a notification.",
  revisions: {
    "2025-11-25": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#messages", "basic/transports#sending-messages-to-the-server"],
      transports: ["http"],
      since: "2024-11-05",
      method: {
        probe:
          'A POST of {"hello":"world"} in a session of its own, and a ping right behind it; another one where those do not settle it.',
        pass: "A 4xx, or a JSON-RPC error. A 5xx without one is a remark.",
        fail: "2xx without a JSON-RPC error, 202 included; or the server is gone afterwards.",
        skip: "Not evaluable when a ping was not served, somebody before the server may have answered, or no answer came.",
      },
      uses: { answer: noMessage },
      judge: ({ answer }) => refusalFaults(answer, false),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#messages", "schema#invalidrequesterror"],
      transports: ["http"],
      method: {
        probe:
          'A POST of {"not":"a message"} with the headers of a server/discover, and a sound one right behind it; another one where those do not settle it.',
        pass: "A JSON-RPC error on any status, or a 4xx without one.",
        fail: "2xx without a JSON-RPC error, 202 included; a result; 5xx without a JSON-RPC error; the server is gone afterwards.",
        skip: "Not evaluable when server/discover was not served, somebody before the server may have answered, or no answer came.",
      },
      uses: { answer: noMessage },
      judge: ({ answer }) => refusalFaults(answer, true),
    }),
  },
};

export default rule;
