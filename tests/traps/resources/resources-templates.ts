import { trap, without, withTemplates } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

function offering(...templates: readonly string[]) {
  return withTemplates(
    templates.map((uriTemplate) => ({ definition: { uriTemplate, name: uriTemplate }, read: () => undefined })),
    "only",
  );
}

export default [
  trap(
    { name: "there is no such method", revisions: both },
    without("resources/templates/list"),
    withTemplates([], "only"),
  ),
  trap({ name: "there are no templates", revisions: both }, withTemplates([], "only")),
  trap(
    { name: "templates use the operators of RFC 6570", revisions: both },
    offering(
      "file:///{+path}",
      "memo://find{?q*,limit}",
      "memo://tree{/seg:3}",
      "memo://a{#part}",
      "memo://{a,b}/c.{ext}{&x}",
    ),
  ),
  trap({ name: "a template has no variable", revisions: both }, offering("memo://about/it's")),
];
