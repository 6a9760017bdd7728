/** The specification revisions that have a catalogue of their own. */
export type Revision = "2025-11-25" | "2026-07-28";

/** Every catalogue's revision, oldest first. */
export const REVISIONS: readonly Revision[] = ["2025-11-25", "2026-07-28"];

/** Every published revision, oldest first; a server may negotiate any up to 2025-11-25 by `initialize`. */
export const PUBLISHED_REVISIONS: readonly string[] = [
  "2024-11-05",
  "2025-03-26",
  "2025-06-18",
  "2025-11-25",
  "2026-07-28",
];

export type TransportKind = "http" | "stdio";
