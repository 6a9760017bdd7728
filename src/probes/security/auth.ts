import { AUTH, IN_SESSION, sessionMethod, statelessMethods, WITH, WITHOUT, withheld } from "../../facts/auth.ts";
import { hasCredential } from "../../facts/credentials.ts";
import { isServed } from "../../facts/evidence.ts";
import { DISCOVER, HANDSHAKE } from "../../facts/session.ts";
import { known } from "../../model/fact.ts";
import type { Kit, Probe } from "../../model/probe.ts";
import type { Recording } from "../../model/recording.ts";
import { initializeParams } from "../../protocol/dialects/mod.ts";
import { together } from "../together.ts";

const probe: Probe = {
  id: AUTH,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 4,
  after: [HANDSHAKE, DISCOVER],
  // Asked whatever the greeting brought: a 401 to everything is what this is about.
  ready: (recording) =>
    known((kit) => (kit.revision === "2025-11-25" ? withSessions(kit, recording) : stateless(kit, recording))),
};

/** Opens a session without the credential and one with it, and asks in both; then in the second without it. */
async function withSessions(kit: Kit, recording: Recording): Promise<void> {
  const names = withheld(recording);
  const method = sessionMethod(recording);
  const params = initializeParams(kit.clientInfo, {});
  const stranger = await kit.fresh({ greet: false, withoutHeaders: names });
  const bare = { faulty: true, freshConnection: true };
  await stranger.ask(`initialize${WITHOUT}`, "initialize", params, bare);
  if (stranger.session !== undefined) {
    await stranger.notify("initialized", "notifications/initialized", undefined, { ...bare, part: "setup" });
    await stranger.ask(`request${WITHOUT}`, method, undefined, bare);
  }
  if (!hasCredential(recording.target)) return;
  const user = await kit.fresh({ greet: false });
  await user.ask(`initialize${WITH}`, "initialize", params);
  if (user.session === undefined) return;
  await user.notify("initialized", "notifications/initialized", undefined, { part: "setup" });
  const twin = await user.ask(`request${WITH}`, method);
  if (!isServed(twin)) return;
  const removed = Object.fromEntries(names.map((name) => [name, null]));
  await user.ask(IN_SESSION, method, undefined, { ...bare, headers: removed });
}

/** Asks without Authorization, and the first that is not served once more with it, right after. */
async function stateless(kit: Kit, recording: Recording): Promise<void> {
  const stranger = await kit.fresh({ withoutHeaders: withheld(recording) });
  const methods = statelessMethods(recording);
  const unserved = new Set<string>();
  await together(kit, methods, async (method) => {
    const bare = await stranger.ask(`${method}${WITHOUT}`, method, {}, { faulty: true, freshConnection: true });
    if (!isServed(bare)) unserved.add(method);
  });
  const first = methods.find((method) => unserved.has(method));
  if (first === undefined || recording.target.authorization === undefined) return;
  await (await kit.fresh()).ask(`${first}${WITH}`, first, {});
}

export default probe;
