/**
 * The grammar of RFC 3986, not a URL parser: those mend what is broken. A URI has a scheme; what follows it is made of
 * unreserved characters, delimiters and percent-encoded bytes only.
 */
const SCHEME = /^[A-Za-z][A-Za-z0-9+.-]*$/;
const PCHAR = "(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})";
const AUTHORITY = new RegExp(
  "^(?:(?:[A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*@)?" +
    "(?:\\[[0-9A-Fa-fv:.][A-Za-z0-9:._~!$&'()*+,;=-]*\\]|(?:[A-Za-z0-9._~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)" +
    "(?::[0-9]*)?$",
);
const PATH = new RegExp(`^(?:${PCHAR}|/)*$`);
const QUERY = new RegExp(`^(?:${PCHAR}|[/?])*$`);

/** What keeps a text from being a URI, as the end of a sentence ("it has no scheme"); undefined: it is one. */
export function uriFault(text: string): string | undefined {
  const colon = text.indexOf(":");
  if (colon < 0 || !SCHEME.test(text.slice(0, colon))) return "it has no scheme";
  const [beforeFragment = "", ...fragments] = text.slice(colon + 1).split("#");
  if (fragments.length > 1) return "it has a second #";
  const mark = beforeFragment.indexOf("?");
  const hierarchy = mark < 0 ? beforeFragment : beforeFragment.slice(0, mark);
  const query = mark < 0 ? "" : beforeFragment.slice(mark + 1);
  const [authority, path] = split(hierarchy);
  if (authority !== undefined && !AUTHORITY.test(authority)) return `its authority ${strange(authority, "authority")}`;
  if (!PATH.test(path)) return `its path ${strange(path, "path")}`;
  if (!QUERY.test(query)) return `its query ${strange(query, "query")}`;
  const fragment = fragments[0] ?? "";
  return QUERY.test(fragment) ? undefined : `its fragment ${strange(fragment, "query")}`;
}

function split(hierarchy: string): readonly [authority: string | undefined, path: string] {
  if (!hierarchy.startsWith("//")) return [undefined, hierarchy];
  const slash = hierarchy.indexOf("/", 2);
  return slash < 0 ? [hierarchy.slice(2), ""] : [hierarchy.slice(2, slash), hierarchy.slice(slash)];
}

/** Names the first character that may not stand there. */
function strange(part: string, where: "authority" | "path" | "query"): string {
  const bare = /%(?![0-9A-Fa-f]{2})/.test(part);
  if (bare) return "has a % that begins no percent-encoded byte";
  const also = where === "authority" ? "" : where === "path" ? "/" : "/?";
  const allowed = new RegExp(`[A-Za-z0-9._~!$&'()*+,;=:@%${also}-]`);
  const odd = [...part].find((char) => !allowed.test(char));
  return odd === undefined
    ? "is malformed"
    : `has the character ${JSON.stringify(odd)}, which has to be percent-encoded`;
}
