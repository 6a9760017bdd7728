import type { Exchange } from "../model/exchange.ts";
import { andThen, fact } from "../model/fact.ts";
import { asked, beside } from "./evidence.ts";

const UNKNOWN_METHOD = "errors/unknown-method";

/** The answer to a method that nobody has, where the requests around it were served. */
export const unknownMethod = fact<Exchange>("unknown method", [UNKNOWN_METHOD], (recording) =>
  andThen(asked(recording, UNKNOWN_METHOD, "unknown method"), (subject) =>
    andThen(asked(recording, UNKNOWN_METHOD, "control before"), (before) =>
      andThen(asked(recording, UNKNOWN_METHOD, "control after"), (after) =>
        beside(subject, [before, after], recording),
      ),
    ),
  ),
);
