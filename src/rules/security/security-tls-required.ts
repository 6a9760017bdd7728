import { type Reach, reach } from "../../facts/http-security.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

/** `breach`: in this revision a sentence of the specification covers a server where authorization is in use. */
function judge(
  { scheme, hostname, loopback, authorization, exchange }: Reach,
  breach: boolean,
): readonly (Finding | Note)[] {
  if (scheme === "https") return [];
  if (loopback) return breach ? [] : [note("Plain http, on this machine only")];
  const said = { expected: "https, or http on loopback", actual: `http to ${hostname}` };
  if (!breach) return [finding("The server is reached over plain http beyond this machine", exchange, said)];
  return authorization
    ? [finding("Credentials travel over plain http beyond this machine", exchange, { ...said, basis: "spec" })]
    : [finding("The server is reached over plain http beyond this machine", exchange, { ...said, basis: "advice" })];
}

const rule: Rule = {
  id: "security-tls-required",
  category: "security",
  profile: "core",
  title: "No plain http beyond loopback",
  why: "Everybody on the way can read tokens, arguments and results, and change what a tool is said to do.",
  fix: "Put the server behind TLS, or bind it to 127.0.0.1 when it is meant for this machine only.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: ["basic/authorization#communication-security"],
      transports: ["http"],
      since: "2025-03-26",
      method: {
        probe: "Scheme and host of the target are read; nothing is sent.",
        pass: "https, or http on localhost, 127.0.0.0/8 or ::1.",
        fail: "http on any other host: a breach where authorization is in use (a credential is configured, or a 401 or Bearer challenge was seen), advice where it is not.",
        skip: "Never skipped over HTTP.",
      },
      uses: { reach },
      judge: (facts) => judge(facts.reach, true),
    }),
    "2026-07-28": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["basic/authorization/security-considerations#communication-security"],
      transports: ["http"],
      method: {
        probe: "Scheme and host of the target are read; nothing is sent.",
        pass: "https, or (a remark) http on localhost, 127.0.0.0/8 or ::1.",
        fail: "http on any other host.",
        skip: "Never skipped over HTTP.",
      },
      uses: { reach },
      judge: (facts) => judge(facts.reach, false),
    }),
  },
};

export default rule;
