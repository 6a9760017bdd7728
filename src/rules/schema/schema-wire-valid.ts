import { type WireFault, wireCheck } from "../../facts/wire-schema.ts";
import { type Finding, finding, judged, note, type Rule } from "../../model/rule.ts";

/** Kinds of faults that are shown. */
const MOST = 25;

const rule: Rule = {
  id: "schema-wire-valid",
  category: "schema",
  profile: "core",
  title: "Everything the server sends fits the published schema",
  why: "Typed clients validate what comes: a single member of another type makes them refuse the whole message, and with it every tool of a list.",
  fix: "Look at the pointer of each finding and send there what the schema names. Validate your own answers against the published schema of this revision in a test.",
  revisions: {
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#schema", "basic/index#messages"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "Every message from the server, to sound requests, is held against the schema of its method. A null in free-form members, fractions and unknown members are allowed; a null id on an error is tolerated.",
        pass: "All messages fit.",
        fail: "Any does not; each kind of fault is shown once.",
        skip: "Not evaluable when nothing came that could be validated.",
      },
      uses: { check: wireCheck },
      judge: ({ check: { messages, faults } }) => [
        ...faults.slice(0, MOST).map(toFinding),
        note(`${messages} messages were held against the schema`),
      ],
    }),
  },
};

function toFinding({ message, of, times, exchange, pointer, expected, actual }: WireFault): Finding {
  const often = times === 1 ? "" : ` (${times} times)`;
  return finding(`In ${of}: ${message}${often}`, { exchange, pointer }, { expected, actual });
}

export default rule;
