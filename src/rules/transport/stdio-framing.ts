import { shorten, typeName } from "../../facts/evidence.ts";
import { mayBatch } from "../../facts/session.ts";
import { everyStdout, type Lost, lostRequests, type Stdout, type Written } from "../../facts/stdout.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";
import { isMessage } from "../../protocol/framing.ts";

const EXPECTED = "one line with one JSON-RPC message, ended by a newline";
/** So many findings say enough. */
const MOST = 5;

/** Wrong framing: what a client that reads line by line cannot take apart. */
function framing(one: Written): string | undefined {
  switch (one.what) {
    case "spread":
      return `A message is spread over ${one.to - one.from + 1} lines of stdout`;
    case "several":
      return "Several messages stand on one line of stdout";
    case "header":
      return "Messages are framed by Content-Length headers";
    default:
      return undefined;
  }
}

/** What is on stdout beside messages: nothing else may be there. Up to 2025-03-26 a line may be a batch. */
function noise(one: Written, batches = false): string | undefined {
  if (one.what === "noise") return one.unended ? undefined : "A line on stdout is no JSON";
  const [value] = one.values;
  if (one.what !== "value" || value === undefined) return undefined;
  if (batches && Array.isArray(value) && value.every(isMessage)) return undefined;
  if (Array.isArray(value)) return "A line on stdout is an array: this revision has no batches";
  return isMessage(value) ? undefined : `A line on stdout is ${typeName(value)} but no JSON-RPC message`;
}

function judge(
  all: readonly Stdout[],
  own: string | undefined,
  faultOf: (one: Written) => string | undefined,
): Finding[] {
  const said = new Map<string, Finding>();
  for (const { connection, written } of all) {
    for (const one of written) {
      // Children that were ended on the way may be cut in the middle of anything.
      const unended = one.what === "value" && one.unended && connection === own;
      const fault = faultOf(one) ?? (unended ? "The last message on stdout is not ended by a newline" : undefined);
      if (fault === undefined) continue;
      // Every child says the same at its start: once is enough.
      const key = one.what === "noise" ? one.text : fault;
      if (!said.has(key))
        said.set(key, finding(fault, one.exchange.id, { expected: EXPECTED, actual: shorten(one.text) }));
    }
  }
  return [...said.values()].slice(0, MOST);
}

function lost({ lost: requests }: Lost): readonly Finding[] {
  return requests.map(({ exchange, id }) =>
    finding(`A request (${exchange.label}) was not answered though a later one was`, exchange.id, {
      expected: `a response with the id ${JSON.stringify(id)}`,
      actual: "none",
    }),
  );
}

function blanks(all: readonly Stdout[]): readonly Note[] {
  const count = all.reduce((sum, { written }) => sum + written.filter((one) => one.what === "blank").length, 0);
  return count === 0 ? [] : [note(`stdout has ${count} blank lines`)];
}

const rule: Rule = {
  id: "stdio-framing",
  category: "transport",
  profile: "core",
  title: "stdout holds one message per line",
  why: "Clients read stdout line by line: a message that is broken over lines, or shares its line with something else, is lost, and often the connection with it.",
  fix: 'Write JSON.stringify(message) + "\\n" in one call, without indentation. Send logs to stderr (console.error, a logger\'s stderr stream), never to stdout; the stdio transport of an SDK does the framing by itself.',
  revisions: {
    "2025-11-25": judged({
      required: true,
      basis: "spec",
      level: "MUST NOT",
      clauses: ["basic/transports#stdio"],
      transports: ["stdio"],
      since: "2024-11-05",
      method: {
        probe:
          "A process of its own: the handshake, then five requests in one write. The raw lines of every process of the run are read.",
        pass: "Every line that is not blank is one JSON-RPC message, ended by a newline (with or without carriage return).",
        fail: "A line that is no JSON or no JSON-RPC message, as a log line is; a message spread over several lines; several messages on one line; Content-Length framing; a last message without a newline.",
        skip: "Not evaluable when no message came on stdout.",
      },
      uses: { all: everyStdout, batches: mayBatch },
      judge: ({ all, batches }) => judge(all, ownOf(all), (one) => framing(one) ?? noise(one, batches)),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST NOT",
      clauses: ["basic/transports/stdio", "basic/transports/stdio#receiving-messages"],
      transports: ["stdio"],
      method: {
        probe:
          "A process of its own: five server/discover in one write, then one request in two writes 50 ms apart. The raw lines of every process of the run are read.",
        pass: "Every line that is not blank is one JSON-RPC message, and all six requests are answered.",
        fail: "A line that is no JSON, no object or no JSON-RPC message; a message over several lines; a request that stays unanswered though a later one is answered.",
        skip: "Not evaluable when no message came on stdout, or nothing was answered.",
      },
      uses: { all: everyStdout, lost: lostRequests },
      judge: (facts) => [
        ...judge(facts.all, facts.lost.connection, (one) => framing(one) ?? noise(one)),
        ...lost(facts.lost),
        ...blanks(facts.all),
      ],
    }),
  },
};

/** The connection of the probe's own child: its output was read to the end. */
function ownOf(all: readonly Stdout[]): string | undefined {
  return all.find((one) => one.whole)?.connection;
}

export default rule;
