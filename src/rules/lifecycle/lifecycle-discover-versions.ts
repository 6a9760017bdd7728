import { shown } from "../../facts/evidence.ts";
import { greeted } from "../../facts/greeting.ts";
import type { Json } from "../../model/json.ts";
import { finding, judged, note, type Rule } from "../../model/rule.ts";

const VERSION = "2026-07-28";
const EXPECTED = `an array of strings, ${VERSION} among them`;

const rule: Rule = {
  id: "lifecycle-discover-versions",
  category: "lifecycle",
  profile: "core",
  title: "supportedVersions names the version that is served",
  why: "Clients choose a version from this list; one that is missing is not used, though the server would serve it.",
  fix: 'List every version that you serve per request, as strings: "supportedVersions": ["2026-07-28"].',
  revisions: {
    "2026-07-28": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["server/discover#discoverresult", "schema#discoverresult"],
      transports: ["http", "stdio"],
      method: {
        probe: "supportedVersions of the answer to server/discover; nothing is sent.",
        pass: `An array of strings that holds ${VERSION}. Strings that are no date are noted.`,
        fail: `Missing, no array, empty, or with an entry that is no string; without ${VERSION}, though the request for it was served.`,
        skip: "Not evaluable when server/discover was not served.",
      },
      uses: { versions: greeted("supportedVersions") },
      judge: ({ versions: { value, at } }) => {
        if (!Array.isArray(value)) {
          return [finding("supportedVersions is no array", at, { expected: EXPECTED, actual: shown(value) })];
        }
        const entries = value as readonly Json[];
        const other = entries.findIndex((one) => typeof one !== "string");
        if (other >= 0) {
          const place = { exchange: at.exchange, pointer: `${at.pointer}/${other}` };
          return [
            finding("An entry of supportedVersions is no string", place, {
              expected: "a string",
              actual: shown(entries[other]),
            }),
          ];
        }
        if (!entries.includes(VERSION)) {
          const what = `supportedVersions does not name ${VERSION}, though a request for it was served`;
          return [finding(what, at, { expected: EXPECTED, actual: shown(value) })];
        }
        const undated = entries.filter((one) => !/^\d{4}-\d{2}-\d{2}$/.test(String(one)));
        return undated.length === 0
          ? []
          : [note(`supportedVersions names versions that are no date: ${shown(undated)}`, at)];
      },
    }),
  },
};

export default rule;
