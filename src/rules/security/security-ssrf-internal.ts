import { shown } from "../../facts/evidence.ts";
import { triedText } from "../../facts/execution.ts";
import type { Called } from "../../facts/injection.ts";
import { type Fetches, fetches } from "../../facts/ssrf.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

const EXPECTED = "addresses of this machine and of private networks are refused, however they are spelled";

function fetched(calls: readonly Called[], text: string): readonly Finding[] {
  const [first] = calls;
  if (first === undefined) return [];
  return [
    finding(`The tool ${shown(first.tool)} ${text}`, first.exchange.id, {
      expected: EXPECTED,
      actual: `${shown(first.tags["value"])} was fetched`,
    }),
  ];
}

function metadataFindings({ metadata }: Fetches, sure: (lines: readonly string[]) => boolean): readonly Finding[] {
  return metadata
    .filter((one) => sure(one.lines))
    .map(({ call, lines }) =>
      finding(
        `The tool ${shown(call.tool)} fetched the metadata of the cloud that the server runs in`,
        call.exchange.id,
        {
          expected: EXPECTED,
          actual: `a listing with ${lines.join(", ")}`,
        },
      ),
    );
}

const common = {
  required: false,
  basis: "advice",
  level: "advice",
  clauses: ["server/tools#security-considerations"],
  transports: ["http", "stdio"],
  uses: { got: fetches },
} as const;

const rule: Rule = {
  id: "security-ssrf-internal",
  category: "security",
  profile: "core",
  title: "A tool that fetches does not fetch internal addresses",
  why: "Text that reaches the model could make the server read services that only it can reach, the credentials of its cloud among them.",
  fix: "Resolve the host name first, refuse loopback, private, link-local and metadata addresses by number, and connect to the address that was checked. A list of forbidden spellings does not hold: 127.1 and 2130706433 are 127.0.0.1 too.",
  revisions: {
    "2025-11-25": judged({
      ...common,
      since: "2024-11-05",
      method: {
        probe:
          "Tools of the safest kind with a parameter that is named or described as a URL: an address that does not exist, then a listener of this tool on 127.0.0.1 with a random answer (a server elsewhere: the cloud's metadata address).",
        pass: "Neither the random answer nor a metadata listing comes back. On stdio it is a note only: the process runs as its user.",
        fail: "A server over HTTP brings the random answer, or a listing with both ami-id and instance-id lines.",
        skip: "No tool of an allowed kind takes a URL; no payload reached the tool.",
      },
      judge: ({ got }): readonly (Finding | Note)[] => {
        const text = "fetched an address on the server's own machine";
        const stdio = got.plain.filter((one) => one.exchange.sent?.kind === "stdio");
        const http = got.plain.filter((one) => one.exchange.sent?.kind === "http");
        return [
          ...fetched(http, text),
          ...metadataFindings(got, (lines) => lines.includes("ami-id") && lines.includes("instance-id")),
          ...stdio
            .slice(0, 1)
            .map((one) => note(`The tool ${shown(one.tool)} ${text}; over stdio it may`, one.exchange.id)),
          note(triedText(got.attempts)),
        ];
      },
    }),
    "2026-07-28": judged({
      ...common,
      method: {
        probe:
          "Tools of the safest kind with a parameter that is named or described as a URL: a listener of this tool as http://127.0.0.1, then 127.1, 2130706433 and [::ffff:127.0.0.1] (a server elsewhere: the cloud's metadata address).",
        pass: "Nothing was fetched; or the plain form was fetched too, so that no block is claimed (noted).",
        fail: "The plain form is refused but another spelling brings the random answer; or three or more lines of a metadata listing come back.",
        skip: "No tool of an allowed kind takes a URL; no payload reached the tool.",
      },
      judge: ({ got }): readonly (Finding | Note)[] => [
        ...fetched(got.roundabout, "refuses an address of its own machine and fetches it by another spelling"),
        ...metadataFindings(got, (lines) => lines.length >= 3),
        ...got.plain
          .slice(0, 1)
          .map((one) => note(`The tool ${shown(one.tool)} fetches addresses of its own machine`, one.exchange.id)),
        note(triedText(got.attempts)),
      ],
    }),
  },
};

export default rule;
