import { mutant, WITH_TOKEN, withAuth } from "../../support/mutate.ts";

const away = { transports: ["http"], options: { hosts: ["192.168.7.7"] } } as const;
const url = "http://192.168.7.7/mcp";

export default [
  mutant(
    {
      name: "bearer tokens over plain http in the local network",
      revisions: ["2025-11-25", "2026-07-28"],
      ...away,
      user: { url, ...WITH_TOKEN },
    },
    withAuth(),
  ),
  mutant({
    name: "an open server over plain http in the local network",
    revisions: ["2025-11-25", "2026-07-28"],
    ...away,
    user: { url },
  }),
];
