import { metadataSearch, type Search } from "../../facts/oauth-metadata.ts";
import { type Finding, finding, judged, type Rule } from "../../model/rule.ts";

function judge({ search }: { readonly search: Search }): readonly Finding[] {
  const { challenge, places } = search;
  if (places.some((one) => one.state === "valid")) return [];
  const [first] = places;
  const at = places.find((one) => one.exchange !== undefined)?.exchange ?? challenge;
  const actual =
    first === undefined
      ? "the challenge names no resource_metadata"
      : places.map((one) => `${one.name}: ${one.why}`).join("; ");
  return [
    finding("No valid metadata of the protected resource can be found", at.id, {
      expected: "HTTP 200 with a JSON object that has resource and a non-empty authorization_servers",
      actual,
    }),
  ];
}

const rule: Rule = {
  id: "security-oauth-metadata",
  category: "security",
  profile: "core",
  title: "The protected resource metadata can be found",
  why: "It is how a client learns where to get a token. Without it a user who has none cannot sign in at all.",
  fix: "Serve the RFC 9728 document with resource and authorization_servers at /.well-known/oauth-protected-resource followed by the endpoint's path, without asking for a token there, and name it as resource_metadata in the WWW-Authenticate of every 401.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: [
        "basic/authorization#authorization-server-location",
        "basic/authorization#protected-resource-metadata-discovery-requirements",
      ],
      transports: ["http"],
      since: "2025-06-18",
      method: {
        probe:
          "GET without a credential, redirects followed, of the resource_metadata of the 401, of the well-known place with the endpoint's path, and of that of the host.",
        pass: "One of them (at 2025-06-18 the first) is 200 with a JSON object that has a string resource and a non-empty array authorization_servers of strings.",
        fail: "None of them is.",
        skip: "Skipped on an open server, and on one that asks for no bearer token where none is configured. Not evaluable when a place that could decide was answered with 401, 403, 407, 408, 429, 502 to 504, or not at all.",
      },
      uses: { search: metadataSearch },
      judge,
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST",
      clauses: [
        "basic/authorization/authorization-server-discovery#authorization-server-location",
        "basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements",
      ],
      transports: ["http"],
      method: {
        probe:
          "GET without a credential, redirects followed, of the resource_metadata of the challenge, of the well-known place with the endpoint's path, and of that of the host.",
        pass: "200 with a JSON object that has a string resource and a non-empty array authorization_servers of strings, at the place that the challenge names, or where it names none at one of the other two.",
        fail: "The challenge names a place that is no absolute http(s) URL or has no valid document; it names none and neither well-known place has one.",
        skip: "Skipped when no 401 with a Bearer challenge was seen. Not evaluable when a place that could decide was answered with 401, 403, 407, 408, 429, 502 to 504, or not at all.",
      },
      uses: { search: metadataSearch },
      judge,
    }),
  },
};

export default rule;
