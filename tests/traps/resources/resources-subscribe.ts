import { handling, invalidParams, tell, trap } from "../../support/mutate.ts";

const revisions = ["2025-11-25"] as const;

export default [
  trap({ name: "no updated notification follows", revisions }),
  trap(
    { name: "an updated notification comes before the answer", revisions },
    handling("resources/subscribe", (params, context, before) =>
      tell(
        [{ method: "notifications/resources/updated", params: { uri: String(params["uri"]) } }],
        before(params, context),
      ),
    ),
  ),
  trap({ name: "the first resource that is tried is refused", revisions }, () => {
    let tries = 0;
    return handling("resources/subscribe", (params, context, before) => {
      tries += 1;
      return tries === 1 ? invalidParams("This one never changes") : before(params, context);
    });
  }),
];
