import { isLoopback, isPrivate } from "./addresses.ts";

/** An address in a text, with how it stands there. */
export interface FoundAddress {
  readonly address: string;
  /** As a host: in a URL, with a port, or after a word that says so. A bare row of numbers may be a version. */
  readonly asHost: boolean;
}

const V4 = /(?<![\w.-])((?:\d{1,3}\.){3}\d{1,3})(?![\w-]|\.\d)/g;
const V6 = /(?<![\w.:])\[?(f[cde][0-9a-f]{2}:[0-9a-f:]*[0-9a-f:])\]?(?![\w.])/gi;

/** Words after which numbers are an address, by revision. */
const BEFORE_OLD = /(?:connect|ECONNREFUSED|EHOSTUNREACH|ETIMEDOUT|ECONNRESET)\s+(?:to\s+)?$/i;
const BEFORE_NEW =
  /(?:connect|ECONNREFUSED|EHOSTUNREACH|ETIMEDOUT|ECONNRESET|host|addr|address)["']?\s*(?:[:=]|to)?\s*["']?$/i;

/** Every private or loopback address of a text. `modern`: words of the later revision count, and fe80::/10. */
export function addressesIn(text: string, modern: boolean): readonly FoundAddress[] {
  const found: FoundAddress[] = [];
  for (const pattern of [V4, V6]) {
    for (const match of text.matchAll(pattern)) {
      const address = match[1] ?? "";
      if (!isPrivate(address) && !isLoopback(address)) continue;
      if (!modern && /^fe/i.test(address)) continue;
      const before = text.slice(Math.max(0, match.index - 40), match.index);
      const after = text.slice(match.index + match[0].length);
      const asHost =
        /:\/\/(?:[^\s/@]*@)?$/.test(before) ||
        /^\]?:\d{1,5}(?!\d|\.\d)/.test(after) ||
        (modern ? BEFORE_NEW : BEFORE_OLD).test(before);
      found.push({ address, asHost });
    }
  }
  return found;
}
