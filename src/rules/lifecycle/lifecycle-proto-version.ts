import { shown } from "../../facts/evidence.ts";
import { demanded } from "../../facts/greeting.ts";
import { PUBLISHED_REVISIONS } from "../../model/revision.ts";
import { finding, judged, note, type Rule } from "../../model/rule.ts";

/** True for a day that the calendar has. */
function isDate(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const rule: Rule = {
  id: "lifecycle-proto-version",
  category: "lifecycle",
  profile: "core",
  title: "The negotiated protocol version is a date",
  why: "Clients compare the version with those that they speak; one that is no revision makes them disconnect.",
  fix: "Answer initialize with the version that was asked for if you support it, else with the newest that you do, as YYYY-MM-DD. An SDK does this by itself.",
  revisions: {
    "2025-11-25": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/lifecycle#version-negotiation", "schema#initializeresult"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe: "protocolVersion of the answer to initialize; nothing is sent.",
        pass: "A published revision; another date is noted.",
        fail: "No string, not of the form YYYY-MM-DD, or a day that the calendar does not have.",
        skip: "Not evaluable when initialize was not served or brought no protocolVersion (lifecycle-init judges that).",
      },
      uses: { version: demanded("protocolVersion") },
      judge: ({ version: { value, at } }) => {
        const expected = "a revision, as YYYY-MM-DD";
        if (typeof value !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(value) || !isDate(value)) {
          return [finding(`The protocol version ${shown(value)} is no date`, at, { expected, actual: shown(value) })];
        }
        return PUBLISHED_REVISIONS.includes(value) ? [] : [note(`${value} is no published revision`, at)];
      },
    }),
  },
};

export default rule;
