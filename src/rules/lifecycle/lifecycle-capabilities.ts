import { typeName } from "../../facts/evidence.ts";
import { greeted, type Member } from "../../facts/greeting.ts";
import { negotiated } from "../../facts/session.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Finding, finding, judged, type Place, type Rule } from "../../model/rule.ts";

/** A member of capabilities that a revision knows: an object, of which these members are booleans or objects. */
interface Known {
  readonly key: string;
  /** The first revision that knows it. */
  readonly since: string;
  readonly booleans?: readonly string[];
  readonly objects?: readonly string[];
}

const LEGACY: readonly Known[] = [
  { key: "experimental", since: "2024-11-05" },
  { key: "logging", since: "2024-11-05" },
  { key: "completions", since: "2025-03-26" },
  { key: "prompts", since: "2024-11-05", booleans: ["listChanged"] },
  { key: "resources", since: "2024-11-05", booleans: ["subscribe", "listChanged"] },
  { key: "tools", since: "2024-11-05", booleans: ["listChanged"] },
  { key: "tasks", since: "2025-11-25", objects: ["list", "cancel", "requests"] },
];

const MODERN: readonly Known[] = [
  ...LEGACY.filter((one) => one.key !== "tasks"),
  { key: "extensions", since: "2026-07-28" },
];

function judge({ value, at }: Member, keys: readonly Known[], version: string): readonly Finding[] {
  const findings: Finding[] = [];
  const wrong = (what: string, place: Place, expected: string, actual: Json | undefined) =>
    findings.push(finding(`${what} is not ${expected}`, place, { expected, actual: typeName(actual) }));
  if (!isObject(value)) {
    wrong("capabilities", at, "an object", value);
    return findings;
  }
  for (const { key, since, booleans = [], objects = [] } of keys) {
    const own = value[key];
    if (own === undefined || since > version) continue;
    const place = { exchange: at.exchange, pointer: `${at.pointer ?? ""}/${key}` };
    const below = (member: string) => ({ exchange: at.exchange, pointer: `${place.pointer}/${member}` });
    if (!isObject(own)) {
      wrong(`capabilities.${key}`, place, "an object", own);
      continue;
    }
    for (const member of booleans) {
      const one = own[member];
      if (one !== undefined && typeof one !== "boolean")
        wrong(`capabilities.${key}.${member}`, below(member), "a boolean", one);
    }
    for (const member of objects) {
      const one = own[member];
      if (one !== undefined && !isObject(one)) wrong(`capabilities.${key}.${member}`, below(member), "an object", one);
    }
  }
  return findings;
}

const rule: Rule = {
  id: "lifecycle-capabilities",
  category: "lifecycle",
  profile: "core",
  title: "capabilities is an object of the right types",
  why: "Clients read here what they may ask for; a value of another type makes typed clients give up on the whole answer.",
  fix: 'Declare each capability as an object, empty if there is nothing to say ("tools": {}), and listChanged and subscribe as booleans.',
  revisions: {
    "2025-11-25": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/lifecycle#capability-negotiation", "schema#servercapabilities"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      until: "2025-11-25",
      method: {
        probe:
          "capabilities of the answer to initialize; nothing is sent. Only keys that the negotiated revision knows are judged.",
        pass: "An object; the known keys are objects, listChanged and subscribe booleans. Other keys are nobody's business.",
        fail: "It is missing or no object; a known key has another type.",
        skip: "Not evaluable when initialize was not served.",
      },
      uses: { capabilities: greeted("capabilities"), version: negotiated },
      judge: ({ capabilities, version }) => judge(capabilities, LEGACY, version),
    }),
    "2026-07-28": judged({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: ["server/discover#discoverresult", "schema#servercapabilities"],
      transports: ["http", "stdio"],
      method: {
        probe: "capabilities of the answer to server/discover; nothing is sent.",
        pass: "An object; tools, prompts, resources, logging, completions, experimental and extensions are objects, listChanged and subscribe booleans.",
        fail: "It is missing, null or an array; a known key has another type.",
        skip: "Not evaluable when server/discover was not served.",
      },
      uses: { capabilities: greeted("capabilities") },
      judge: ({ capabilities }) => judge(capabilities, MODERN, "2026-07-28"),
    }),
  },
};

export default rule;
