import type { Revision } from "../model/mod.ts";

/** The specification's address for a clause (`server/tools#listing-tools`); links pass through. */
export function specLink(revision: Revision, clause: string): string {
  if (/^https?:\/\//.test(clause)) return clause;
  const [page = "", heading = ""] = clause.split("#");
  const base = `https://modelcontextprotocol.io/specification/${revision}`;
  const path = page === "" ? base : `${base}/${page}`;
  return heading === "" ? path : `${path}#${heading}`;
}
