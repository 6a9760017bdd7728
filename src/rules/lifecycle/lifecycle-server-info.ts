import { shown, typeName } from "../../facts/evidence.ts";
import { greeted, type Member } from "../../facts/greeting.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Finding, finding, judged, type Note, note, type Place, type Rule } from "../../model/rule.ts";

const KEY = "io.modelcontextprotocol/serverInfo";
const EXPECTED = "an object with the strings name and version";

/** What is wrong with an Implementation that is there. */
function faultsOf(info: Json, at: Place): readonly (Finding | Note)[] {
  if (!isObject(info)) return [finding("serverInfo is no object", at, { expected: EXPECTED, actual: typeName(info) })];
  return ["name", "version"].flatMap((member): readonly (Finding | Note)[] => {
    const value = info[member];
    const place = { exchange: at.exchange, pointer: `${at.pointer ?? ""}/${member}` };
    if (typeof value !== "string") {
      return [finding(`serverInfo has no string ${member}`, place, { expected: "a string", actual: shown(value) })];
    }
    return value === "" ? [note(`serverInfo has an empty ${member}`, place)] : [];
  });
}

function judgeMeta({ value, at }: Member): readonly (Finding | Note)[] {
  const info = isObject(value) ? value[KEY] : undefined;
  if (info === undefined) {
    return [
      finding(
        "The answer to server/discover carries no serverInfo in _meta, which is right only where it was switched off on purpose",
        at,
        {
          expected: `_meta["${KEY}"]`,
          actual: "nothing",
        },
      ),
    ];
  }
  return faultsOf(info, { exchange: at.exchange, pointer: `${at.pointer ?? ""}/${KEY.replace("/", "~1")}` });
}

const rule: Rule = {
  id: "lifecycle-server-info",
  category: "lifecycle",
  profile: "core",
  title: "The server names itself and its version",
  why: "Clients show the name to their users, and logs without a version do not tell which release misbehaved.",
  fix: "Give the server a name and a version, both strings. With an SDK they are the first argument of its server class.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/lifecycle#initialization", "schema#implementation"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe: "serverInfo of the answer to initialize; nothing is sent.",
        pass: "An object with the strings name and version; an empty one is noted.",
        fail: "serverInfo missing or no object; name or version missing or no string.",
        skip: "Not evaluable when initialize was not served.",
      },
      uses: { info: greeted("serverInfo") },
      judge: ({ info: { value, at } }) =>
        value === undefined
          ? [finding("The answer to initialize has no serverInfo", at, { expected: EXPECTED, actual: "nothing" })]
          : faultsOf(value, at),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "SHOULD",
      clauses: ["server/discover#discoverresult", "basic/index#_meta"],
      transports: ["http", "stdio"],
      method: {
        probe: `_meta["${KEY}"] of the answer to server/discover; nothing is sent.`,
        pass: "An object with the strings name and version; an empty one is noted.",
        fail: "It is missing, or there without a string name and version.",
        skip: "Not evaluable when server/discover was not served.",
      },
      uses: { meta: greeted("_meta") },
      judge: ({ meta }) => judgeMeta(meta),
    }),
  },
};

export default rule;
