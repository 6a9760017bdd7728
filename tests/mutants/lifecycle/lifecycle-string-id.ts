import { answering, mutant } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "ids pass through Number()", revisions: ["2025-11-25", "2026-07-28"] },
    answering("*", (message) =>
      /^[0-9]+$/.test(String(message["id"])) ? { ...message, id: Number(message["id"]) } : message,
    ),
  ),
  mutant(
    { name: "string ids are refused", revisions: ["2025-11-25", "2026-07-28"] },
    answering("*", (message) =>
      typeof message["id"] === "string"
        ? { jsonrpc: "2.0", id: message["id"], error: { code: -32600, message: "id must be an integer" } }
        : message,
    ),
  ),
];
