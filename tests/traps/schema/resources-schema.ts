import type { Json } from "../../../src/model/json.ts";
import { result, resultOf, trap, withResources } from "../../support/mutate.ts";

const both = ["2025-11-25", "2026-07-28"] as const;

function called(uri: string, name = "odd") {
  return withResources([{ definition: { uri, name }, read: () => result({ contents: [{ uri, text: "a" }] }) }]);
}

export default [
  trap({ name: "a scheme of the server's own", revisions: both }, called("note:abc")),
  trap({ name: "a name is empty", revisions: both }, called("note:abc", "")),
  trap(
    { name: "a path is percent-encoded, the scheme in capitals", revisions: both },
    called("FILE:///a%20b/caf%C3%A9.txt"),
  ),
  trap(
    { name: "a URI has all that a URI may have", revisions: both },
    called("x+y.z-1://u:p@[2001:db8::1]:80/a;b=c,d/!$&'()*?q=a/b?#f/?"),
  ),
  trap(
    { name: "a resource stands on two pages", revisions: both },
    resultOf("resources/list", (one) => ({
      ...one,
      resources: [{ uri: "memo://notes/welcome", name: "welcome" }, ...(one["resources"] as readonly Json[])],
    })),
  ),
];
