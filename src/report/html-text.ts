import { cut } from "../model/cut.ts";
import { escapeHtml } from "./escape.ts";

/** Characters of one text on a page. */
const TEXT = 2_000;

/** Any text, shortened, as text or an attribute's value of HTML. */
export function say(text: string, limit = TEXT): string {
  return escapeHtml(cut(text, limit));
}

/** Only addresses of the web become links. */
export function link(address: string, text = address): string {
  if (!/^https:\/\//.test(address)) return say(address);
  return `<a href="${escapeHtml(address)}" rel="noreferrer noopener">${say(text)}</a>`;
}
