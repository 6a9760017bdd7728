import { trap } from "../../support/mutate.ts";

export default [trap({ name: "a server that logs", revisions: ["2026-07-28"], options: { eras: "dual" } })];
