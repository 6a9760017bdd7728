import { trap, without, withTemplates } from "../../support/mutate.ts";

const revisions = ["2026-07-28"] as const;

export default [
  trap({ name: "there is no such method", revisions }, without("resources/templates/list"), withTemplates([], "only")),
  trap({ name: "there are no templates", revisions }, withTemplates([], "only")),
];
