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

function bare(hostname: string): string {
  return hostname.toLowerCase().replace(/^\[|\]$/g, "");
}

/** The four numbers of a dotted IPv4 address, or undefined. */
function octets(name: string): readonly number[] | undefined {
  if (!/^\d{1,3}(\.\d{1,3}){3}$/.test(name)) return undefined;
  const numbers = name.split(".").map(Number);
  return numbers.every((one) => one <= 255) ? numbers : undefined;
}
