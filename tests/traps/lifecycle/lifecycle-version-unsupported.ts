import { isObject } from "../../../src/model/json.ts";
import { errorOf, trap } from "../../support/mutate.ts";

export default [
  trap(
    { name: "names earlier versions too, and says more", revisions: ["2026-07-28"] },
    errorOf("*", (error) => {
      const data = error["data"];
      return error["code"] === -32022 && isObject(data)
        ? { ...error, data: { ...data, supported: ["2026-07-28", "2025-11-25"], hint: "upgrade" } }
        : error;
    }),
  ),
];
