import { shown, typeName } from "../../facts/evidence.ts";
import { type ListAnswer, listedItems, TEMPLATES } from "../../facts/lists.ts";
import { templateAnswer } from "../../facts/resources.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { parseTemplate } from "../../protocol/uri-template.ts";
import { listFindings } from "../lists.ts";
import { entryName, inside, limited, memberFaults } from "../members.ts";

const rule: Rule = {
  id: "resources-templates",
  category: "resources",
  profile: "core",
  title: "Resource templates are listed in the right shape",
  why: "A client expands uriTemplate with what the user typed to get a URI that it can read; a template that it cannot read is a dead entry in its menu.",
  fix: 'Answer resources/templates/list with {"resourceTemplates": [...]}, each with uriTemplate (RFC 6570: {name}, {+path}, {?q*}) and name. A server without templates answers an empty array, or -32601.',
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/resources#resource-templates", "schema#resourcetemplate", "schema#listresourcetemplatesresult"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe: "resources/templates/list; each uriTemplate is read by the grammar of RFC 6570.",
        pass: "resourceTemplates is an array; each uriTemplate is a template, each name a string. -32601 is noted: the server offers none.",
        fail: "The array is missing; a uriTemplate is no string or no template; a name is no string.",
        skip: "Skipped where resources is not declared. Not evaluable when another error or no answer came.",
      },
      uses: { answer: templateAnswer },
      judge: ({ answer }) => judge(answer, true),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["server/resources#resource-templates", "schema#resourcetemplate"],
      transports: ["http", "stdio"],
      method: {
        probe: "resources/templates/list, first page.",
        pass: "resourceTemplates is an array of objects with a string uriTemplate and a string name.",
        fail: "A result without the array; an entry without uriTemplate or name; an error other than -32601.",
        skip: "Skipped where resources is not declared or the method is not there (-32601). Not evaluable when no answer came or somebody else answered.",
      },
      uses: { answer: templateAnswer },
      judge: ({ answer }) => judge(answer, false),
    }),
  },
};

function judge(answer: ListAnswer, legacy: boolean): readonly (Finding | Note)[] {
  const { reply, exchange } = answer;
  if (reply.kind === "error" && legacy) return [note("The server offers no resource templates: -32601", exchange.id)];
  const faults = listFindings(answer, TEMPLATES, "2025-11-25");
  const entries = listedItems(answer, TEMPLATES).flatMap(({ item, at }): readonly Finding[] => {
    const what = entryName("template", item, at.pointer);
    if (!isObject(item)) return [finding(`${what} is ${typeName(item)}, not an object`, at, { actual: shown(item) })];
    const { uriTemplate } = item;
    const parsed = legacy && typeof uriTemplate === "string" ? parseTemplate(uriTemplate) : [];
    const place = inside(at, "uriTemplate");
    const more = { expected: "a URI template of RFC 6570", actual: shown(uriTemplate) };
    return [
      ...memberFaults(what, item, at, "uriTemplate", "a string"),
      ...memberFaults(what, item, at, "name", "a string"),
      ...("fault" in parsed
        ? [finding(`${what} has a uriTemplate that cannot be read: ${parsed.fault}`, place, more)]
        : []),
    ];
  });
  return limited([...faults, ...entries]);
}

export default rule;
