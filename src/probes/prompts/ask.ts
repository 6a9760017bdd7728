import { PROMPTS } from "../../facts/lists.ts";
import { ASK_PROMPTS } from "../../facts/mrtr.ts";
import { FILLER, gettable } from "../../facts/prompts.ts";
import { andThen, known } from "../../model/fact.ts";
import { askingProbe } from "../asking.ts";

const MOST = 8;

/** Listed prompts by a client that can do everything. */
export default askingProbe({
  id: ASK_PROMPTS,
  method: "prompts/get",
  impact: "read",
  after: [PROMPTS.probe],
  candidates: (recording) =>
    andThen(gettable(recording, MOST), (prompts) =>
      known(
        prompts.map(({ name, required }) => ({
          params: {
            name,
            ...(required.length === 0 ? {} : { arguments: Object.fromEntries(required.map((one) => [one, FILLER])) }),
          },
        })),
      ),
    ),
});
