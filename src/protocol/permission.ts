/** Whether a host may be sent unsolicited requests without its owner's word. */
export type Permission =
  | { readonly kind: "allowed"; readonly why: "loopback" | "named" | "permission" }
  /** `reason`: a clause about the host that a sentence can go on with. */
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Only this machine is everyone's own: 127.0.0.0/8 and ::1 written as addresses, and the one name `localhost`. Any other
 * name is refused whatever it resolves to or begins with (`localhost.attacker.example`, `127.0.0.1.nip.io`, `localhost.`),
 * and so are 0.0.0.0 and IPv4 addresses in an IPv6 coat. `hostname` is that of a parsed URL, which has brought addresses
 * into their one form (127.1 is 127.0.0.1 there) and has taken off user name and port. `given`: --i-have-permission.
 */
export function permissionFor(hostname: string, given: boolean): Permission {
  const host = hostname.toLowerCase();
  if (isLoopbackAddress(host)) return { kind: "allowed", why: "loopback" };
  if (host === "localhost") return { kind: "allowed", why: "named" };
  if (given) return { kind: "allowed", why: "permission" };
  return { kind: "refused", reason: reasonFor(host) };
}

/** A literal loopback address as a parsed URL spells it. */
export function isLoopbackAddress(hostname: string): boolean {
  if (hostname === "[::1]" || hostname === "::1") return true;
  const octets = /^127\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(hostname);
  return octets?.slice(1).every((one) => Number(one) <= 255) === true;
}

function reasonFor(host: string): string {
  if (host === "") return "it has no host name";
  if (host === "0.0.0.0" || host === "[::]") return "it is every address of this machine, not the loopback one";
  if (/localhost|^127\.|^\[::ffff:7f/.test(host)) return "it only looks like loopback (127.0.0.0/8, ::1 or localhost)";
  return "it is not loopback (127.0.0.0/8, ::1 or localhost)";
}
