import { challenge, withoutMetadata } from "../../support/auth.ts";
import { handling, mutant, WITH_TOKEN, withAuth } from "../../support/mutate.ts";

const http = { transports: ["http"], user: WITH_TOKEN } as const;

/** Settles on an older revision, whatever was asked for. */
const older = (version: string) =>
  handling("initialize", (params, context, before) => before({ ...params, protocolVersion: version }, context));

export default [
  mutant(
    {
      name: "401 without a challenge, and no metadata anywhere",
      revisions: ["2025-11-25"],
      ...http,
      alsoBreaks: ["security-oauth-metadata"],
    },
    withAuth(),
    challenge(null),
    withoutMetadata(),
  ),
  mutant({ name: "401 without a challenge", revisions: ["2026-07-28"], ...http }, withAuth(), challenge(null)),
  mutant({ name: "401 with an empty challenge", revisions: ["2026-07-28"], ...http }, withAuth(), challenge("")),
  mutant(
    {
      name: "at 2025-06-18 the challenge names no metadata",
      revisions: ["2025-11-25"],
      ...http,
      alsoBreaks: ["security-oauth-metadata", "lifecycle-version-negotiate"],
    },
    older("2025-06-18"),
    withAuth(),
    challenge("Bearer"),
  ),
  mutant(
    {
      name: "at 2025-06-18 a challenge lacks, though the metadata can be found",
      revisions: ["2025-11-25"],
      ...http,
      alsoBreaks: ["security-oauth-metadata", "lifecycle-version-negotiate"],
    },
    older("2025-06-18"),
    withAuth(),
    challenge(null),
  ),
];
