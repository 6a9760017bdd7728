import { exitsOn, mutant } from "../../support/mutate.ts";

const LIMIT = 512 * 1024;

export default [
  mutant({ name: "a message over 512 KB ends the process", revisions: ["2025-11-25", "2026-07-28"] }, () => {
    let over = false;
    return exitsOn((message) => {
      // Over HTTP the port stays closed; on stdio each new process begins anew.
      over = over || JSON.stringify(message).length > LIMIT;
      return JSON.stringify(message).length > LIMIT;
    }, {});
  }),
];
