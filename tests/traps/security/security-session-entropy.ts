import { randomBytes, randomInt } from "node:crypto";
import { trap } from "../../support/mutate.ts";
import { renamedSessions } from "../../support/session-ids.ts";

const about = { revisions: ["2025-11-25"], transports: ["http"] } as const;

function uuid7(): string {
  const time = Date.now().toString(16).padStart(12, "0");
  const rest = randomBytes(10).toString("hex");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(0, 3)}-8${rest.slice(3, 6)}-${rest.slice(6, 18)}`;
}

export default [
  trap({ name: "UUIDs of version 7, whose beginning is the time", ...about }, renamedSessions(uuid7)),
  trap(
    { name: "32 random digits", ...about },
    renamedSessions(() => Array.from({ length: 32 }, () => randomInt(10)).join("")),
  ),
  trap(
    { name: "a JWT with an equal first part", ...about },
    renamedSessions(
      () => `eyJhbGciOiJIUzI1NiJ9.${randomBytes(30).toString("base64url")}.${randomBytes(32).toString("base64url")}`,
    ),
  ),
  trap(
    { name: "12 characters", ...about },
    renamedSessions(() => randomBytes(6).toString("hex")),
  ),
];
