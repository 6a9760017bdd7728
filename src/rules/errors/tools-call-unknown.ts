import { callFaults } from "../../facts/call-refusals.ts";
import { unknownTool } from "../../facts/errors.ts";
import { judged, type Rule } from "../../model/rule.ts";

const what = "a tool that does not exist";

const rule: Rule = {
  id: "tools-call-unknown",
  category: "errors",
  profile: "core",
  title: "A call of an unknown tool is refused",
  why: "A result says that the tool ran. A model that misspelled a name then builds on something that never happened.",
  fix: 'Answer tools/call for a name that is not listed with a JSON-RPC error -32602, "Unknown tool: <name>". Older SDKs answer with isError true, which is told apart from success but is not what the page asks for.',
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: ["server/tools#error-handling", "schema#calltoolresult"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe: "tools/call of a random name, after a tools/list that is served.",
        pass: "A JSON-RPC error; another code than -32602, and a result with isError true, are remarks.",
        fail: "A result without isError true.",
        skip: "Skipped when tools is not declared. Not evaluable when tools/list was not served, calls of listed tools are turned down in the same words, somebody before the server may have answered, or no JSON-RPC message came.",
      },
      uses: { exchange: unknownTool },
      judge: ({ exchange }) => callFaults(exchange, { what, lenient: true, usual: [-32602] }),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: ["server/tools#error-handling", "schema#invalidparamserror"],
      transports: ["http", "stdio"],
      method: {
        probe: "tools/call of a random name with the matching Mcp-Name, after a tools/list that is served.",
        pass: "A JSON-RPC error; another code than -32602, and a result with isError true, are remarks.",
        fail: "A result without isError true, one that asks for input included; 2xx or 5xx without a JSON-RPC error.",
        skip: "Skipped when tools is not declared. Not evaluable when tools/list was not served, calls of listed tools are turned down in the same words, somebody before the server may have answered, or a 4xx came without a JSON-RPC message.",
      },
      uses: { exchange: unknownTool },
      judge: ({ exchange }) => callFaults(exchange, { what, lenient: true, usual: [-32602] }),
    }),
  },
};

export default rule;
