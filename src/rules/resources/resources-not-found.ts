import { describe } from "../../facts/evidence.ts";
import { type MissingRead, missingBelow, missingReads } from "../../facts/missing.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

const EXPECTED = "a JSON-RPC error, code -32602";

function judge({ exchange, uri, outcome }: MissingRead): readonly (Finding | Note)[] {
  const asked = JSON.stringify(uri);
  switch (outcome.kind) {
    case "refused":
      return [];
    case "other-code": {
      const message = `A resource that does not exist was refused with ${describe(exchange)}, not with -32602`;
      return [finding(message, exchange.id, { expected: EXPECTED, actual: describe(exchange) })];
    }
    case "empty": {
      const message = `A resource that does not exist (${asked}) was read with ${outcome.what}`;
      return [
        finding(
          message,
          { exchange: exchange.id, pointer: outcome.pointer },
          { expected: EXPECTED, actual: outcome.what },
        ),
      ];
    }
    case "another": {
      const message = `A resource that does not exist (${asked}) was read as the listed ${JSON.stringify(outcome.uri)}`;
      return [
        finding(
          message,
          { exchange: exchange.id, pointer: outcome.pointer },
          { expected: EXPECTED, actual: outcome.uri },
        ),
      ];
    }
    case "served":
      return [note(`${asked} says nothing: the server serves it`, exchange.id)];
    case "unclear":
      return [note(`${asked} says nothing: ${outcome.why}`, exchange.id)];
  }
}

/** 2025-11-25 only recommends a code; contents for what is not there are wrong in any revision. */
function judgeLegacy({ exchange, uri, outcome }: MissingRead): readonly (Finding | Note)[] {
  switch (outcome.kind) {
    case "refused":
    case "unclear":
      return [];
    case "other-code":
      return [
        note(
          `A resource that does not exist is refused with ${describe(exchange)}; -32002 is recommended`,
          exchange.id,
        ),
      ];
    case "empty":
      return [
        note(`A resource that does not exist (${JSON.stringify(uri)}) is read with ${outcome.what}`, exchange.id),
      ];
    default: {
      const message = `A resource that does not exist (${JSON.stringify(uri)}) is read with contents`;
      const more = { expected: "a JSON-RPC error, -32002", actual: "a result with contents" };
      return [finding(message, { exchange: exchange.id, pointer: outcome.pointer }, more)];
    }
  }
}

const rule: Rule = {
  id: "resources-not-found",
  category: "resources",
  profile: "core",
  title: "A resource that does not exist is refused with -32602, never with empty contents",
  why: 'Empty contents look like an empty resource, and the model goes on as if it had read it. A client that knows one code for "not there" cannot react to another.',
  fix: "Answer resources/read of an unknown URI with the JSON-RPC error -32602 (the earlier -32002 may not be used any more), and look the URI up among your own resources before anything is read. In the TypeScript SDK 2.x throw ResourceNotFoundError.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: ["server/resources#error-handling"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe:
          "resources/read of a listed URI, and of the same with /none-<random> added to its path (not of http or https).",
        pass: "The made-up one is refused with -32002. Another JSON-RPC error and empty contents are noted.",
        fail: "It is read with contents.",
        skip: "Skipped where no resource is listed or a template may stand for the made-up URI. Not evaluable when the listed one was not served, and when no answer of the server's own came.",
      },
      uses: { read: missingBelow },
      judge: ({ read }) => judgeLegacy(read),
    }),
    "2026-07-28": judged({
      required: "resources",
      basis: "spec",
      level: "MUST",
      clauses: ["server/resources#error-handling"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "resources/read of a random URI of a scheme of our own and, where no template stands for it, of a listed URI with another last segment (not of http or https).",
        pass: "Each is refused with -32602, whatever the HTTP status.",
        fail: "A result with empty or missing contents; the contents of another listed resource; an error with another code, -32002 included.",
        skip: "Skipped where resources is not declared. Not evaluable when resources/list was not served, when a bare 4xx or no answer came, when the request itself was refused (-32020 to -32022), and when the server serves the URI that was made up.",
      },
      uses: { reads: missingReads },
      judge: ({ reads }) => reads.flatMap(judge),
    }),
  },
};

export default rule;
