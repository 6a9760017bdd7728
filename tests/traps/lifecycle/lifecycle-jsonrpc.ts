import { isObject } from "../../../src/model/json.ts";
import { answering, trap } from "../../support/mutate.ts";

export default [
  trap(
    { name: "the members stand in another order", revisions: ["2025-11-25", "2026-07-28"] },
    answering("*", (message) => Object.fromEntries(Object.entries(message).reverse())),
  ),
  trap(
    { name: "errors have data of any type", revisions: ["2025-11-25", "2026-07-28"] },
    answering("*", (message) =>
      isObject(message["error"]) && message["error"]["data"] === undefined
        ? { ...message, error: { ...message["error"], data: [1, null, "x"] } }
        : message,
    ),
  ),
];
