import { refusedInitialize } from "../../facts/dual-era.ts";
import { describe, errorText } from "../../facts/evidence.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "lifecycle-initialize-error-versions",
  category: "lifecycle",
  profile: "full",
  title: "A refused initialize names the versions",
  why: "An older client has no way forward: the words of this error may be all that its user ever sees.",
  fix: "Where you answer initialize with an error, name the versions that you speak in its message or data, as -32022 does by data.supported.",
  revisions: {
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: [
        "basic/versioning#backward-compatibility-with-initialization-based-versions",
        "basic/versioning#compatibility-matrix",
      ],
      transports: ["http", "stdio"],
      method: {
        probe: "The error that the legacy initialize of lifecycle-dual-era is answered with.",
        pass: "One of the supported versions stands in its message or data; a status other than 400 is noted.",
        fail: "None does.",
        skip: "When initialize is served. Not evaluable when it was answered without a JSON-RPC error, or by somebody else.",
      },
      uses: { refusal: refusedInitialize },
      judge: ({ refusal: { exchange, error, status, supported } }): readonly (Finding | Note)[] => {
        const told = JSON.stringify(error);
        const notes =
          status === undefined || status === 400
            ? []
            : [note(`The refused initialize has HTTP ${status}, where the page shows 400`, exchange.id)];
        if (supported.some((one) => told.includes(one))) return notes;
        return [
          finding("The error for initialize names no version that the server speaks", exchange.id, {
            expected: `one of ${supported.slice(0, 5).join(", ")} in its message or data`,
            actual: error === undefined ? describe(exchange) : errorText(error),
          }),
          ...notes,
        ];
      },
    }),
  },
};

export default rule;
