import { trap, WITH_TOKEN, withAuth } from "../../support/mutate.ts";

const both = { revisions: ["2025-11-25", "2026-07-28"], transports: ["http"] } as const;

export default [
  trap({ name: "http://127.0.0.1 with a token", ...both, user: WITH_TOKEN }, withAuth()),
  trap(
    { name: "http://localhost with a token", ...both, user: { url: "http://localhost/mcp", ...WITH_TOKEN } },
    withAuth(),
  ),
  trap({ name: "http://[::1] with a token", ...both, user: { url: "http://[::1]/mcp", ...WITH_TOKEN } }, withAuth()),
  trap(
    {
      name: "https on a public host",
      ...both,
      options: { hosts: ["mcp.example.com"] },
      user: { url: "https://mcp.example.com/mcp", ...WITH_TOKEN },
    },
    withAuth(),
  ),
];
