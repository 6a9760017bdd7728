import { type Guarded, withheld } from "../facts/auth.ts";
import { methodOf } from "../facts/evidence.ts";
import type { Exchange } from "../model/exchange.ts";
import type { How, Kit } from "../model/probe.ts";
import type { Recording } from "../model/recording.ts";
import { initializeParams } from "../protocol/dialects/mod.ts";

/** The request that a credential guards, asked on a connection without it but for what `how` adds. */
export async function askGuarded(
  kit: Kit,
  recording: Recording,
  guarded: Guarded,
  label: string,
  how: How,
): Promise<Exchange> {
  const method = methodOf(guarded.exchange);
  const withoutHeaders = withheld(recording);
  const asked = { ...how, faulty: true, freshConnection: true };
  if (kit.revision === "2025-11-25") {
    // Where initialize is open, the request is asked in a session that nobody has to be known for.
    const talk = await kit.fresh({ greet: guarded.name !== "initialize", withoutHeaders });
    const params = guarded.name === "initialize" ? initializeParams(kit.clientInfo, {}) : undefined;
    return talk.ask(label, method, params, asked);
  }
  return (await kit.fresh({ withoutHeaders })).ask(label, method, {}, asked);
}

/** The user's bearer token, without its scheme. */
export function bearerToken(kit: Kit): string | undefined {
  if (kit.target.kind !== "http") return undefined;
  const value = kit.target.headers.find(([name]) => name.toLowerCase() === "authorization")?.[1];
  return /^Bearer +(\S+) *$/i.exec(value?.trim() ?? "")?.[1];
}
