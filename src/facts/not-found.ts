import type { Exchange } from "../model/exchange.ts";
import { absent, andThen, type Fact, fact, type Known, known } from "../model/fact.ts";
import type { Recording } from "../model/recording.ts";
import { replyOf } from "../protocol/answer.ts";
import { removedMethods } from "./discover.ts";
import { codeOf, unknownMethodError } from "./errors.ts";

const METHOD_NOT_FOUND = -32601;

/** An error that says of a method that there is none. Another code is another rule's. */
function notFound(exchange: Exchange): Known<Exchange> {
  const reply = replyOf(exchange);
  return reply.kind === "error" && codeOf(reply) === METHOD_NOT_FOUND
    ? known(exchange)
    : absent("The error for an unknown method has another code than -32601");
}

function ofUnknown(recording: Recording): Known<Exchange> {
  return andThen(unknownMethodError.of(recording), notFound);
}

/** The error for a method that nobody has. */
export const unknownNotFound: Fact<readonly Known<Exchange>[]> = fact(
  "unknown method not found",
  [unknownMethodError],
  (recording) => known([ofUnknown(recording)]),
);

/** The same, and the errors for methods that this revision has no more; where one of those is served, nothing is said. */
export const methodsNotFound: Fact<readonly Known<Exchange>[]> = fact(
  "methods not found",
  [unknownNotFound, removedMethods],
  (recording) =>
    andThen(removedMethods.of(recording), (removed) =>
      known([ofUnknown(recording), ...removed.map((one) => andThen(one, notFound))]),
    ),
);
