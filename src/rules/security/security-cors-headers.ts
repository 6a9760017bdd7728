import { type CorsAnswer, corsAnswers } from "../../facts/http-security.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

const EXPECTED = "no Access-Control-Allow-Origin for it, or no Access-Control-Allow-Credentials";

function reflects(one: CorsAnswer): boolean {
  return one.allowed === one.origin;
}

/** Remarks on what is open without the harm of it. */
function remarks(answers: readonly CorsAnswer[]): readonly Note[] {
  const any = answers.find((one) => one.allowed === "*");
  if (any !== undefined)
    return [note("Access-Control-Allow-Origin is *: any site may read answers without credentials", any.exchange.id)];
  const mirror = answers.find(reflects);
  if (mirror === undefined) return [];
  const how = mirror.credentials ? "though such requests are refused or not all are" : "without credentials";
  return [note(`Access-Control-Allow-Origin repeats a foreign origin, ${how}`, mirror.exchange.id)];
}

function harm(one: CorsAnswer): Finding {
  const { exchange, origin, allowed } = one;
  return finding("Pages of any site may use the server with the credentials of its user", exchange.id, {
    expected: EXPECTED,
    actual: `Origin ${origin} was answered with Access-Control-Allow-Origin: ${allowed} and credentials: true`,
  });
}

const rule: Rule = {
  id: "security-cors-headers",
  category: "security",
  profile: "core",
  title: "No foreign origin is let in together with credentials",
  why: "With the origin repeated and credentials allowed, any page that the user opens can read answers that his cookies or client certificate pay for.",
  fix: "Name the origins that you mean in Access-Control-Allow-Origin, and leave Access-Control-Allow-Credentials out. In middleware: not cors({ origin: true, credentials: true }).",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["basic/transports#security-warning"],
      transports: ["http"],
      since: "2025-03-26",
      method: {
        probe: "A preflight and a ping from each of two random origins, beside a ping without an Origin.",
        pass: "Anything else; * and a repeated origin without credentials are remarks.",
        fail: "The answers to both pings repeat their origin and allow credentials, and the origin is not refused with 403.",
        skip: "Skipped when the ping without an Origin was not served, or none with one was answered.",
      },
      uses: { answers: corsAnswers },
      judge: ({ answers }) => {
        const requests = answers.filter((one) => !one.preflight);
        const bad = requests.filter((one) => reflects(one) && one.credentials && !one.refused);
        const [first] = bad;
        return first !== undefined && requests.length > 1 && bad.length === requests.length
          ? [harm(first)]
          : remarks(answers);
      },
    }),
    "2026-07-28": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["basic/transports/streamable-http#security-&-endpoint"],
      transports: ["http"],
      method: {
        probe: "A preflight and a server/discover with Origin https://evil.example, and both with Origin null.",
        pass: "No Access-Control-Allow-Origin, or a fixed other origin. * and a repeated origin without credentials are remarks.",
        fail: "An answer repeats the foreign origin or null and allows credentials, and the origin is not refused with 403.",
        skip: "Skipped when nothing was answered.",
      },
      uses: { answers: corsAnswers },
      judge: ({ answers }) => {
        const bad = answers.find((one) => reflects(one) && one.credentials && !one.refused);
        return bad === undefined ? remarks(answers) : [harm(bad)];
      },
    }),
  },
};

export default rule;
