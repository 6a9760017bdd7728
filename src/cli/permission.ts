import { UserFault } from "../model/mod.ts";
import { isLoopbackAddress, permissionFor } from "../protocol/permission.ts";
import type { World } from "./world.ts";

/**
 * Refuses an address that is not this machine's own unless the user says that he may. `doing`: what would be done to it,
 * as in "audit". `localhost` is asked for too: where it leads elsewhere, it is somebody else's.
 * @throws UserFault naming the host, the reason and the option.
 */
export async function requirePermission(doing: string, url: string, given: boolean, world: World): Promise<void> {
  const { hostname } = new URL(url);
  const permission = permissionFor(hostname, given);
  if (permission.kind === "refused") throw refusal(doing, hostname, permission.reason);
  if (permission.why !== "named" || given) return;
  const addresses = await world.addresses(hostname);
  const strange = addresses.find((one) => !isLoopbackAddress(one));
  if (strange !== undefined) throw refusal(doing, hostname, `it leads to ${strange} here, which is not loopback`);
}

function refusal(doing: string, hostname: string, reason: string): UserFault {
  return new UserFault(
    `Will not ${doing} ${hostname === "" ? "this URL" : hostname}: ${reason}.\n` +
      "Its requests would be unasked for by whoever runs that server. If that is you, or you have their word, add --i-have-permission.",
  );
}
