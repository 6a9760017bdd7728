import { AUTH } from "../../facts/auth.ts";
import {
  AT_PATH,
  AT_ROOT,
  authVersion,
  IN_CHALLENGE,
  isAbsoluteHttp,
  isKeptOut,
  METADATA,
  metadataUrl,
  metadataWanted,
  OF_SERVER,
} from "../../facts/oauth-metadata.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe, Talk } from "../../model/probe.ts";
import { headersOf, statusOf } from "../../protocol/answer.ts";
import { headerValue } from "../../protocol/headers.ts";

/** Redirects that are followed: a client's fetch does so too. */
const MOST_HOPS = 3;
const REDIRECTS: readonly (number | undefined)[] = [301, 302, 303, 307, 308];

/** The metadata of the protected resource (RFC 9728), everywhere a client looks for it. No credential is sent. */
const probe: Probe = {
  id: METADATA,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 1,
  after: [AUTH],
  ready: (recording) =>
    andThen(metadataWanted.of(recording), ({ exchange }) =>
      known(async (kit) => {
        if (kit.target.kind !== "http") return;
        const talk = await kit.fresh({ greet: false });
        const endpoint = new URL(kit.target.url);
        const named = metadataUrl(exchange);
        // The one place outside the target's origin where a probe may go: the target itself names it.
        const { hostname } = endpoint;
        if (named !== undefined && isAbsoluteHttp(named) && !isKeptOut(named, hostname)) {
          await get(talk, IN_CHALLENGE, named, hostname);
        }
        const wellKnown = `${endpoint.origin}/.well-known/oauth-protected-resource`;
        if (endpoint.pathname !== "/") await get(talk, AT_PATH, wellKnown + endpoint.pathname, hostname);
        await get(talk, AT_ROOT, wellKnown, hostname);
        if (authVersion(recording) <= "2025-03-26") {
          await get(talk, OF_SERVER, `${endpoint.origin}/.well-known/oauth-authorization-server`, hostname);
        }
      }),
    ),
};

/** Asks at a place and goes where it points to; the last answer with the label counts. `server`: the target's host. */
async function get(talk: Talk, label: string, url: string, server: string, hops = MOST_HOPS): Promise<void> {
  const answer = await talk.raw(label, {
    kind: "http",
    method: "GET",
    url,
    headers: [["Accept", "application/json"]],
    ids: [],
  });
  const location = headerValue(headersOf(answer), "location");
  if (hops === 0 || location === undefined || !REDIRECTS.includes(statusOf(answer))) return;
  if (!URL.canParse(location, url)) return;
  const next = new URL(location, url).href;
  if (isAbsoluteHttp(next) && !isKeptOut(next, server)) await get(talk, label, next, server, hops - 1);
}

export default probe;
