import type { Revision } from "./revision.ts";

/** A name of the read-only audit, and the rules of the catalogue that it stands for. */
export interface Alias {
  readonly id: string;
  /** What is asked, as a short statement of the sound behaviour. */
  readonly title: string;
  /** The revision whose rules it stands for. */
  readonly revision: Revision;
  /** Ids of rules, the one that says most first. A build need not have every rule of the rule book. */
  readonly rules: readonly string[];
  /** Rules of earlier revisions alone about the same thing: they hold for servers that speak these. */
  readonly earlier?: readonly string[];
}

/** The rules that an alias stands for, in whichever revision. */
export function rulesOf(alias: Alias): readonly string[] {
  return [...alias.rules, ...(alias.earlier ?? [])];
}

const AUDITED: Revision = "2026-07-28";

/** The names of `audit`, in its own order. No id of a rule is ever one of them. */
export const AUDIT_ALIASES: readonly Alias[] = [
  {
    id: "origin-403",
    title: "A foreign Origin is refused with 403",
    revision: AUDITED,
    rules: ["security-origin-validation"],
  },
  { id: "get-405", title: "GET answers 405", revision: AUDITED, rules: ["transport-get-removed"] },
  { id: "delete-405", title: "DELETE answers 405", revision: AUDITED, rules: ["transport-delete-removed"] },
  {
    id: "protocol-version-header",
    title: "A request without MCP-Protocol-Version is refused",
    revision: AUDITED,
    rules: ["transport-header-version-required"],
    earlier: ["transport-version-header-invalid"],
  },
  {
    id: "header-body-match",
    title: "Headers that differ from the body are refused with 400 and -32020",
    revision: AUDITED,
    rules: ["transport-header-version-mismatch", "transport-header-method-mismatch", "transport-header-name-mismatch"],
  },
  {
    id: "unknown-method-404",
    title: "An unknown method is answered with 404 and -32601",
    revision: AUDITED,
    rules: ["transport-method-not-found-404", "error-unknown-method", "error-method-code"],
  },
  {
    id: "no-initialize",
    title: "initialize opens no session of this revision",
    revision: AUDITED,
    rules: ["lifecycle-dual-era", "lifecycle-initialize-error-versions"],
  },
  {
    id: "notification-202",
    title: "An accepted notification gets 202 and no body",
    revision: AUDITED,
    rules: ["transport-notification-202"],
  },
  {
    id: "accept-both",
    title: "A client that accepts JSON and event streams gets one of the two",
    revision: AUDITED,
    rules: ["transport-content-type"],
  },
  {
    id: "session-id-ignored",
    title: "Mcp-Session-Id is ignored and never issued",
    revision: AUDITED,
    rules: ["transport-session-ignored"],
  },
  {
    id: "sse-no-buffering",
    title: "Event streams switch the buffering of proxies off",
    revision: AUDITED,
    rules: ["transport-sse-accel-buffering"],
  },
];

export function aliasOf(id: string): Alias | undefined {
  return AUDIT_ALIASES.find((one) => one.id === id);
}
