import { callFaults } from "../../facts/call-refusals.ts";
import { namelessCall } from "../../facts/errors.ts";
import { judged, type Rule } from "../../model/rule.ts";

const what = "no tool at all (the name is missing)";

const rule: Rule = {
  id: "error-missing-params",
  category: "errors",
  profile: "core",
  title: "tools/call without a name is a protocol error",
  why: "A result, even one with isError, goes to the model as if a tool had run; the fault is the client's, and the client has to hear of it.",
  fix: "Check the params of tools/call against CallToolRequest first, and answer with a JSON-RPC error -32602 where name is missing. SDK servers do this; hand-written dispatchers look up tools[undefined].",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: ["server/tools#error-handling", "schema#calltoolrequest"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe: "tools/call with empty params, after a tools/list that is served.",
        pass: "A JSON-RPC error; another code than -32602, and a result with isError true, are remarks.",
        fail: "A result without isError true.",
        skip: "Skipped when tools is not declared. Not evaluable when tools/list was not served, calls of listed tools are turned down in the same words, somebody before the server may have answered, or no JSON-RPC message came.",
      },
      uses: { exchange: namelessCall },
      judge: ({ exchange }) => callFaults(exchange, { what, lenient: true, usual: [-32602] }),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/tools#error-handling", "schema#calltoolrequest"],
      transports: ["http", "stdio"],
      method: {
        probe: "tools/call without name and, over HTTP, without Mcp-Name, after a tools/list that is served.",
        pass: "A JSON-RPC error, any code; others than -32602 and -32020 (the missing header) are a remark.",
        fail: "A result, one with isError true included; 2xx or 5xx without a JSON-RPC error.",
        skip: "Skipped when tools is not declared. Not evaluable when tools/list was not served, calls of listed tools are turned down in the same words, somebody before the server may have answered, or a 4xx came without a JSON-RPC message.",
      },
      uses: { exchange: namelessCall },
      judge: ({ exchange }) => callFaults(exchange, { what, lenient: false, usual: [-32602, -32020] }),
    }),
  },
};

export default rule;
