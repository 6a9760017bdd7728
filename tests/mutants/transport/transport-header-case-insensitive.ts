import { httpText, jsonOf, mutant, wrapHttp } from "../../support/mutate.ts";

/** A name is found only in this spelling. */
function spelled(name: string) {
  return mutant(
    { name: `${name} is looked up by its exact spelling`, revisions: ["2026-07-28"], transports: ["http"] },
    wrapHttp((request, next) => {
      const other = request.headers.some(([one]) => one.toLowerCase() === name.toLowerCase() && one !== name);
      if (!other) return next(request);
      const { id } = jsonOf(request) as { id: number };
      const error = { code: -32020, message: `Header mismatch: ${name} is missing` };
      return httpText(400, JSON.stringify({ jsonrpc: "2.0", id, error }), [["Content-Type", "application/json"]]);
    }),
  );
}

export default [spelled("Mcp-Method"), spelled("MCP-Protocol-Version")];
