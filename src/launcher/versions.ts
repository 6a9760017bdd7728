type Version = readonly [number, number, number];

/** The first "1.2.3" in a text, as `tool --version` prints it; what follows a hyphen is passed over. */
export function versionIn(text: string): string | undefined {
  return /\d+\.\d+\.\d+/.exec(text)?.[0];
}

/** Below 0: `one` is older than `other`. Both are "1.2.3". */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [numbers(one), numbers(other)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

function numbers(version: string): Version {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return [major, minor, patch];
}
