import { judgedEach } from "../../facts/cases.ts";
import { OLD_VERSION, oldVersions } from "../../facts/discover.ts";
import { describe, methodOf, shown } from "../../facts/evidence.ts";
import type { Answered } from "../../facts/lifecycle.ts";
import { isObject, type Json } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";

const CODE = -32022;
const EXPECTED = `-32022 with data {supported: [...], requested: "${OLD_VERSION}"}, over HTTP with status 400`;

function judge({ exchange, reply }: Answered): readonly Finding[] {
  const actual = describe(exchange);
  const method = methodOf(exchange);
  if (reply.kind === "result") {
    return [
      finding(`${method} is served for the version ${OLD_VERSION}, which nobody has`, exchange.id, {
        expected: EXPECTED,
        actual,
      }),
    ];
  }
  if (reply.code !== CODE) {
    return [
      finding(`${method} for an unsupported version is refused with another code than -32022: ${actual}`, exchange.id, {
        expected: EXPECTED,
        actual,
      }),
    ];
  }
  const findings: Finding[] = [];
  if (reply.status !== undefined && reply.status !== 400) {
    findings.push(
      finding(`-32022 comes under HTTP ${reply.status}`, exchange.id, {
        expected: "HTTP 400",
        actual: `HTTP ${reply.status}`,
      }),
    );
  }
  const data = isObject(reply.error) ? reply.error["data"] : undefined;
  const wrong = (what: string, member: string, expected: string, value: Json | undefined): void => {
    const at = { exchange: exchange.id, pointer: `${reply.pointer}/error/data/${member}` };
    findings.push(finding(what, at, { expected, actual: shown(value) }));
  };
  const supported = isObject(data) ? data["supported"] : undefined;
  const requested = isObject(data) ? data["requested"] : undefined;
  const entries = Array.isArray(supported) ? (supported as readonly Json[]) : [];
  if (entries.length === 0 || !entries.every((one) => typeof one === "string")) {
    wrong("data.supported of -32022 is no list of versions", "supported", "an array of strings, not empty", supported);
  } else if (entries.includes(OLD_VERSION)) {
    wrong("data.supported of -32022 names the version that it refuses", "supported", `no ${OLD_VERSION}`, supported);
  }
  if (requested !== OLD_VERSION) {
    wrong("data.requested of -32022 is not the version that was asked for", "requested", `"${OLD_VERSION}"`, requested);
  }
  return findings;
}

const rule: Rule = {
  id: "lifecycle-version-unsupported",
  category: "lifecycle",
  profile: "core",
  title: "An unsupported version gets -32022 with the versions there are",
  why: "There is no handshake: this error is how a client learns which version to use instead.",
  fix: "Check the version of each request first, and answer one that you do not implement with -32022, data.supported and data.requested, over HTTP with status 400.",
  revisions: {
    "2026-07-28": judgedEach({
      required: true,
      basis: "spec",
      level: "MUST",
      clauses: [
        "basic/versioning#protocol-version-negotiation",
        "basic/transports/streamable-http#protocol-version-header",
        "schema#unsupportedprotocolversionerror",
      ],
      transports: ["http", "stdio"],
      method: {
        probe: `server/discover and one declared list for the version ${OLD_VERSION}, in _meta and header, the first requests of a new connection (stdio: process).`,
        pass: `-32022, data.supported a list of versions without ${OLD_VERSION}, data.requested "${OLD_VERSION}", over HTTP with status 400.`,
        fail: "It is served; another code; data.supported or data.requested missing or wrong; another HTTP status.",
        skip: "Not evaluable when the run's own server/discover was not served, nothing answers, somebody else does, or a status comes without a JSON-RPC error.",
      },
      cases: oldVersions,
      judge,
    }),
  },
};

export default rule;
