import type { Json } from "../model/json.ts";

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4, 4.2.2). */
const K = Uint32Array.from(
  (
    "428a2f98 71374491 b5c0fbcf e9b5dba5 3956c25b 59f111f1 923f82a4 ab1c5ed5 d807aa98 12835b01 243185be 550c7dc3 " +
    "72be5d74 80deb1fe 9bdc06a7 c19bf174 e49b69c1 efbe4786 0fc19dc6 240ca1cc 2de92c6f 4a7484aa 5cb0a9dc 76f988da " +
    "983e5152 a831c66d b00327c8 bf597fc7 c6e00bf3 d5a79147 06ca6351 14292967 27b70a85 2e1b2138 4d2c6dfc 53380d13 " +
    "650a7354 766a0abb 81c2c92e 92722c85 a2bfe8a1 a81a664b c24b8b70 c76c51a3 d192e819 d6990624 f40e3585 106aa070 " +
    "19a4c116 1e376c08 2748774c 34b0bcb5 391c0cb3 4ed8aa4a 5b9cca4f 682e6ff3 748f82ee 78a5636f 84c87814 8cc70208 " +
    "90befffa a4506ceb bef9a3f7 c67178f2"
  )
    .split(" ")
    .map((word) => Number.parseInt(word, 16)),
);

const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19] as const;

/** SHA-256. Here because handlers are synchronous and pure, and the platform's digest is neither. */
export function sha256(input: Uint8Array): Uint8Array {
  const padded = new Uint8Array((((input.length + 8) >> 6) + 1) << 6);
  padded.set(input);
  padded[input.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(input.length / 0x20000000));
  view.setUint32(padded.length - 4, (input.length << 3) >>> 0);
  const hash = Uint32Array.from(START);
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(block + i * 4);
    for (let i = 16; i < 64; i += 1) {
      const a = at(w, i - 15);
      const b = at(w, i - 2);
      w[i] =
        at(w, i - 16) +
        (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) +
        at(w, i - 7) +
        (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    mix(hash, w);
  }
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, index) => {
    out.setUint32(index * 4, word);
  });
  return new Uint8Array(out.buffer);
}

function mix(hash: Uint32Array, w: Uint32Array): void {
  const s = Uint32Array.from(hash);
  for (let i = 0; i < 64; i += 1) {
    const e = at(s, 4);
    const a = at(s, 0);
    const t1 =
      at(s, 7) + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & at(s, 5)) ^ (~e & at(s, 6))) + at(K, i) + at(w, i);
    const t2 = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & at(s, 1)) ^ (a & at(s, 2)) ^ (at(s, 1) & at(s, 2)));
    s.copyWithin(1, 0, 7);
    s[4] = at(s, 4) + t1;
    s[0] = t1 + t2;
  }
  for (let i = 0; i < 8; i += 1) hash[i] = at(hash, i) + at(s, i);
}

function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0;
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** HMAC-SHA-256 (RFC 2104) of two texts in UTF-8. */
export function hmac(key: string, text: string): Uint8Array {
  const encoder = new TextEncoder();
  const long = encoder.encode(key);
  const block = new Uint8Array(64);
  block.set(long.length > 64 ? sha256(long) : long);
  const inner = sha256(
    join(
      block.map((byte) => byte ^ 0x36),
      encoder.encode(text),
    ),
  );
  return sha256(
    join(
      block.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function join(a: Uint8Array, b: Uint8Array): Uint8Array {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}

export function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

function base64url(bytes: Uint8Array): string {
  return base64(bytes).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** A value as text that the client may carry but not change: its JSON and a keyed digest, both in Base64url. */
export function seal(value: Json, key: string): string {
  const body = base64url(new TextEncoder().encode(JSON.stringify(value)));
  return `${body}.${base64url(hmac(key, body))}`;
}

/** What was sealed, or undefined when the text is not exactly what `seal` gave. */
export function unseal(sealed: string, key: string): Json | undefined {
  const [body, mac, ...rest] = sealed.split(".");
  if (body === undefined || mac === undefined || rest.length > 0) return undefined;
  if (!sameText(mac, base64url(hmac(key, body)))) return undefined;
  try {
    const bytes = Uint8Array.from(atob(body.replace(/-/g, "+").replace(/_/g, "/")), (char) => char.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Json;
  } catch {
    return undefined;
  }
}

/** Compares in a time that does not tell where two texts differ. */
export function sameText(a: string, b: string): boolean {
  let differences = a.length ^ b.length;
  for (let i = 0; i < a.length; i += 1) differences |= a.charCodeAt(i) ^ b.charCodeAt(i % Math.max(b.length, 1));
  return differences === 0;
}

/** A digest of a JSON value that does not depend on the order of members. */
export function digest(value: Json): string {
  return base64url(sha256(new TextEncoder().encode(canonical(value))));
}

function canonical(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${canonical(one)}`).join(",")}}`;
}
