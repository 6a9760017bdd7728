import { errorsToRequests } from "../../facts/errors.ts";
import { shown } from "../../facts/evidence.ts";
import { finding, judged, type Rule } from "../../model/rule.ts";

const rule: Rule = {
  id: "error-id-echo",
  category: "errors",
  profile: "core",
  title: "Errors carry the id of the request that they answer",
  why: "A client finds the caller of a failed request by the id; an error without it leaves that caller waiting until its time is up.",
  fix: "Copy the request's id, with its type, into every error. Keep null or no id for bodies whose id could not be read.",
  revisions: {
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/index#error-responses"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "Every JSON-RPC error of the run that answers a well-formed request is read. Deliberately broken requests and answers that may come from a gateway are left out.",
        pass: "Each has the id of its request, with the same type.",
        fail: "One with another, null or no id.",
        skip: "Skipped when no such error was seen.",
      },
      uses: { errors: errorsToRequests },
      judge: ({ errors }) =>
        errors
          .filter((one) => one.message["id"] !== one.asked)
          .map((one) =>
            finding(
              "An error does not carry the id of its request",
              { exchange: one.at.exchange, pointer: `${one.at.pointer}${"id" in one.message ? "/id" : ""}` },
              {
                expected: `id ${shown(one.asked)}`,
                actual: "id" in one.message ? `id ${shown(one.message["id"])}` : "no id",
              },
            ),
          ),
    }),
  },
};

export default rule;
