import { fact, known } from "../model/fact.ts";

/** Things to say before the results that only the whole run shows. */
export const runWarnings = fact<readonly string[]>("warnings", [], () => known([]), { wholeRun: true });
