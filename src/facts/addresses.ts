/** True for what names this machine: 127.0.0.0/8, ::1, localhost. Brackets around IPv6 are allowed. */
export function isLoopback(hostname: string): boolean {
  const name = bare(hostname);
  return name === "localhost" || name === "::1" || octets(name)?.[0] === 127;
}

/** True for an address of a private network: RFC 1918, link-local, IPv6 unique local and link-local. Names are not. */
export function isPrivate(hostname: string): boolean {
  const name = bare(hostname);
  const [a, b] = octets(name) ?? [];
  if (a !== undefined && b !== undefined) {
    return a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168) || (a === 169 && b === 254);
  }
  return /^f[cd][0-9a-f]{2}:[0-9a-f:.]*$/.test(name) || /^fe[89ab][0-9a-f]:[0-9a-f:.]*$/.test(name);
}

/** The least that one has to be to reach a host, as its name tells: 2 this machine, 1 a private network, 0 anybody. */
function inwardness(hostname: string): 0 | 1 | 2 {
  const name = unmapped(bare(hostname)).replace(/\.$/, "");
  if (isLoopback(name) || name.endsWith(".localhost") || name === "0.0.0.0" || name === "::") return 2;
  // Link-local addresses are of one machine: what clouds tell their machines in confidence is served there.
  if (/^169\.254\.|^fe[89ab]/.test(name)) return 2;
  return isPrivate(name) ? 1 : 0;
}

/** True where a server would have us ask a host that is further inside than the server itself. */
export function leadsInside(hostname: string, server: string): boolean {
  return inwardness(hostname) > inwardness(server);
}

/** ::ffff:7f00:1 is 127.0.0.1. */
function unmapped(name: string): string {
  const match = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(name);
  if (match === null) return name;
  const [high, low] = [Number.parseInt(match[1] ?? "", 16), Number.parseInt(match[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function bare(hostname: string): string {
  return hostname.toLowerCase().replace(/^\[|\]$/g, "");
}

/** The four numbers of a dotted IPv4 address, or undefined. */
function octets(name: string): readonly number[] | undefined {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(name)) return undefined;
  const numbers = name.split(".").map(Number);
  return numbers.every((one) => one <= 255) ? numbers : undefined;
}
