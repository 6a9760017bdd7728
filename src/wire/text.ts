/** Decoded bytes, and whether some of them were no UTF-8. */
export interface Decoded {
  readonly text: string;
  readonly invalidUtf8?: true;
}

/** The text of a whole body, or of its first `limit` bytes. A byte order mark is dropped, as `response.text()` does. */
export function bodyText(pieces: readonly Uint8Array[], limit: number): Decoded {
  const whole = joined(pieces);
  if (whole.length > limit) return { text: new TextDecoder().decode(whole.subarray(0, limit)) };
  return decodeUtf8(whole, false);
}

/** Decodes UTF-8; bytes that are none become U+FFFD and are reported. */
export function decodeUtf8(bytes: Uint8Array, keepBom: boolean): Decoded {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: keepBom }).decode(bytes) };
  } catch {
    return { text: new TextDecoder("utf-8", { ignoreBOM: keepBom }).decode(bytes), invalidUtf8: true };
  }
}

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const first = pieces[0];
  if (pieces.length === 1 && first !== undefined) return first;
  const whole = new Uint8Array(pieces.reduce((sum, one) => sum + one.length, 0));
  let at = 0;
  for (const one of pieces) {
    whole.set(one, at);
    at += one.length;
  }
  return whole;
}

/** A streaming decoder that keeps the byte order mark (the parser of event streams drops it) and notices bad bytes. */
export function sseText(): { decode(bytes: Uint8Array): string; readonly broken: boolean } {
  const lossy = new TextDecoder("utf-8", { ignoreBOM: true });
  let strict: TextDecoder | undefined = new TextDecoder("utf-8", { ignoreBOM: true, fatal: true });
  return {
    decode(bytes) {
      try {
        strict?.decode(bytes, { stream: true });
      } catch {
        strict = undefined;
      }
      return lossy.decode(bytes, { stream: true });
    },
    get broken() {
      return strict === undefined;
    },
  };
}
