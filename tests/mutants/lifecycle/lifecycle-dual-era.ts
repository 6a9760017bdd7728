import { exitsOn, methodOf, mutant, resultOf, setting, wrapHttp } from "../../support/mutate.ts";

export default [
  mutant(
    { name: "the process ends on initialize", revisions: ["2026-07-28"], transports: ["stdio"] },
    exitsOn("initialize"),
  ),
  mutant({ name: "after initialize nobody is served", revisions: ["2026-07-28"], transports: ["http"] }, () => {
    let over = false;
    return wrapHttp((request, next) => {
      over = over || methodOf(request) === "initialize";
      return over ? { kind: "die" as const } : next(request);
    });
  }),
  mutant(
    { name: "initialize agrees to this revision", revisions: ["2026-07-28"], options: { eras: "dual" } },
    setting("initialize", "/result/protocolVersion", "2026-07-28"),
  ),
  mutant(
    { name: "initialize gets an empty result", revisions: ["2026-07-28"], options: { eras: "dual" } },
    resultOf("initialize", () => ({})),
  ),
];
