import { errorOf, trap } from "../../support/mutate.ts";
import { isUnknown } from "../../support/unknown-method.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"] } as const;
const saying = (message: string) => errorOf(isUnknown, (error) => ({ ...error, message }));

export default [
  trap({ name: "loopback", ...both }, saying("connect ECONNREFUSED 127.0.0.1:3000")),
  trap({ name: "a version of four numbers", ...both }, saying("needs version 10.2.1.4 or later")),
  trap({ name: "a public address", ...both }, saying("connect ETIMEDOUT 203.0.113.9:443")),
  trap({ name: "a public address of IPv6 with ::1 in it", ...both }, saying("connect to [2001:db8::1]:443 failed")),
  trap({ name: "a longer row of numbers", ...both }, saying("schema 1.10.0.0.1:2 is not known")),
  trap({ name: "host.docker.internal", ...both }, saying("set DB_HOST to host.docker.internal:5432")),
  trap(
    {
      name: "the address under which the server is tested",
      ...both,
      transports: ["http"],
      options: { hosts: ["10.1.2.3"] },
      user: { url: "https://10.1.2.3/mcp" },
    },
    saying("nothing at https://10.1.2.3:443/mcp"),
  ),
];
