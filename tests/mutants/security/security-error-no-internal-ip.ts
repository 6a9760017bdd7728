import { errorOf, mutant } from "../../support/mutate.ts";
import { isUnknown } from "../../support/unknown-method.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"] } as const;
const saying = (message: string) => errorOf(isUnknown, (error) => ({ ...error, message }));

export default [
  mutant({ name: "connect ECONNREFUSED of a database", ...both }, saying("connect ECONNREFUSED 10.20.30.40:5432")),
  mutant({ name: "the URL of an upstream", ...both }, saying("upstream http://192.168.4.9/api answered 500")),
  mutant({ name: "an address of IPv6", ...both }, saying("no answer from http://[fd12:3456::9]:8080/")),
  mutant(
    { name: "the address in data", ...both },
    errorOf(isUnknown, (error) => ({ ...error, data: { cause: "dial tcp 172.16.0.5:6379: refused" } })),
  ),
];
