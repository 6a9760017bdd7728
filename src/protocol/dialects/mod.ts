import type { Revision } from "../../model/revision.ts";
import { dialect20251125 } from "./2025-11-25.ts";
import { dialect20260728 } from "./2026-07-28.ts";
import type { Dialect } from "./dialect.ts";

export { initializeParams, offeredVersion } from "./2025-11-25.ts";
export { compose, composeReply, type Dialect, httpSent, type Spoken } from "./dialect.ts";

export function dialectOf(revision: Revision): Dialect {
  return revision === "2025-11-25" ? dialect20251125 : dialect20260728;
}
