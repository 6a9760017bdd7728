import { isLoopback } from "../../facts/addresses.ts";
import { addressesIn } from "../../facts/internal-addresses.ts";
import { type ErrorText, errorTexts } from "../../facts/leaks.ts";
import { fact, known } from "../../model/fact.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

/** The target's own host is no secret to who asks it. */
const ownHost = fact<string>("host of the target", [], (recording) => known(recording.target.hostname ?? ""));

interface Facts {
  readonly texts: readonly ErrorText[];
  readonly host: string;
}

function judge({ texts, host }: Facts, modern: boolean): readonly (Finding | Note)[] {
  const faults: Finding[] = [];
  const notes: Note[] = [];
  const own = host.toLowerCase().replace(/^\[|\]$/g, "");
  for (const { text, at } of texts) {
    for (const { address, asHost } of addressesIn(text, modern)) {
      if (isLoopback(address) || address.toLowerCase() === own) notes.push(note(`An error names ${address}`, at));
      else if (asHost) {
        const said = { expected: "what went wrong, in words", actual: address };
        faults.push(finding("An error shows an address of an internal network", at, said));
      }
    }
    if (modern && /\bhost\.docker\.internal\b/.test(text)) notes.push(note("An error names host.docker.internal", at));
  }
  return faults.length > 0 ? faults.slice(0, 3) : notes.slice(0, 1);
}

const probe = "The texts that security-error-no-stacktrace reads; nothing is sent.";

const rule: Rule = {
  id: "security-error-no-internal-ip",
  category: "security",
  profile: "core",
  title: "Errors show no internal address",
  why: "An address from inside tells an attacker what is behind the server and where to go on from a first foothold.",
  fix: 'Catch errors of databases and services behind you, log them, and send a message of your own ("The database is not available").',
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["basic/index#error-responses"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe,
        pass: "None. Loopback and the target's own address are remarks.",
        fail: "An address of 10/8, 172.16/12, 192.168/16, 169.254/16 or fc00::/7 as host of a URL, with a port, or after connect or ECONNREFUSED, that is neither the target's nor from the request.",
        skip: "Skipped when no error was seen.",
      },
      uses: { texts: errorTexts, host: ownHost },
      judge: (facts) => judge(facts, false),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["basic/index#error-responses"],
      transports: ["http", "stdio"],
      method: {
        probe,
        pass: "None. Loopback, the target's own address and host.docker.internal are remarks.",
        fail: "An address of 10/8, 172.16/12, 192.168/16, 169.254/16, fc00::/7 or fe80::/10 with a port, or after connect, host, addr or ://, that is neither the target's nor from the request.",
        skip: "Skipped when no error was seen.",
      },
      uses: { texts: errorTexts, host: ownHost },
      judge: (facts) => judge(facts, true),
    }),
  },
};

export default rule;
