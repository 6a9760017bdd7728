import { requests } from "../../client-facts/facts.ts";
import { type Asked, at, metaOf, RESERVED } from "../../client-facts/heard.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard, shown } from "../rule.ts";

function judge({ all }: { readonly all: readonly Asked[] }): readonly Finding[] {
  return all.flatMap((one) => {
    // A notification with an id is the business of another rule.
    if (one.method.startsWith("notifications/")) return [];
    const meta = metaOf(one.params);
    const expected = `params._meta with ${RESERVED}protocolVersion and ${RESERVED}clientCapabilities`;
    if (meta === undefined)
      return [finding(`${one.method} has no params._meta`, at(one), { expected, actual: shown(one.params) })];
    const faults: Finding[] = [];
    const version = meta[`${RESERVED}protocolVersion`];
    if (typeof version !== "string") {
      faults.push(
        finding(`${one.method} does not tell its protocol version`, at(one, "/params/_meta"), {
          expected: "a string",
          actual: shown(version),
        }),
      );
    }
    const capabilities = meta[`${RESERVED}clientCapabilities`];
    if (!isObject(capabilities)) {
      faults.push(
        finding(`${one.method} does not tell the client's capabilities`, at(one, "/params/_meta"), {
          expected: "an object, {} for none",
          actual: shown(capabilities),
        }),
      );
    }
    return faults;
  });
}

const rule: Rule = {
  id: "client-meta",
  category: "lifecycle",
  profile: "core",
  title: "Every request carries protocol version and capabilities in _meta",
  why: "The server remembers nothing: a request without them cannot be served, the third one as little as the first.",
  fix: `Put ${RESERVED}protocolVersion (string) and ${RESERVED}clientCapabilities (object) into params._meta of every request: server/discover, lists without cursor and retries too.`,
  revisions: {
    "2026-07-28": heard({
      level: "MUST",
      clauses: ["basic/index#_meta", "server/tools#", "server/resources#", "server/prompts#", "basic/patterns/mrtr#"],
      fail: "A request without params._meta, without one of the two, or with another type.",
      skip: "The client asked nothing.",
      uses: { all: requests },
      judge,
    }),
  },
};

export default rule;
