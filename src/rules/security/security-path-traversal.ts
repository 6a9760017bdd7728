import { shown } from "../../facts/evidence.ts";
import { triedText } from "../../facts/execution.ts";
import { type Traversal, traversal } from "../../facts/paths.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

function judge({ paths }: { readonly paths: Traversal }): readonly (Finding | Note)[] {
  const [first] = paths.read;
  return [
    ...(first === undefined
      ? []
      : [
          finding(
            `The tool ${shown(first.tool)} reads a file outside of what it allows: its absolute path is refused, a way round is not`,
            first.exchange.id,
            {
              expected: "the content of the file never comes back",
              actual: `${shown(first.tags["value"])} brought it`,
            },
          ),
        ]),
    note(triedText(paths.attempts)),
  ];
}

const common = {
  required: false,
  basis: "advice",
  level: "advice",
  clauses: ["server/tools#security-considerations"],
  transports: ["http", "stdio"],
  uses: { paths: traversal },
  judge,
} as const;

const rule: Rule = {
  id: "security-path-traversal",
  category: "security",
  profile: "core",
  title: "A path argument does not lead out of what the tool allows",
  why: "A tool that is meant for one folder could read keys and passwords of the whole machine.",
  fix: "Resolve the path against the allowed root (path.resolve, then fs.realpath) and compare the result with the root and a separator after it. Do not look for `..` in the text: encodings and links get round that.",
  revisions: {
    "2025-11-25": judged({
      ...common,
      since: "2024-11-05",
      method: {
        probe:
          "The safest tool with a parameter that is named or described as a path: the absolute path of a planted file with a random word (on another machine /etc/os-release), then ../, ..%2f and ..\\ eight times before it.",
        pass: "The content never comes back.",
        fail: "The content comes back for a way round although the absolute path is refused.",
        skip: "No tool of an allowed kind takes a path; no payload reached the tool; absolute paths are served too, so nothing is forbidden.",
      },
    }),
    "2026-07-28": judged({
      ...common,
      method: {
        probe:
          "The safest tool with a path parameter, else with a string: the absolute path of a planted file with a random word (on another machine /etc/passwd), then six ways round, twelve levels deep.",
        pass: "The content never comes back.",
        fail: "The content comes back for a way round although the absolute path is refused.",
        skip: "No tool of an allowed kind takes a string; no payload reached the tool; absolute paths are served too, so nothing is forbidden.",
      },
    }),
  },
};

export default rule;
