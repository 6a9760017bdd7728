import type { Ending } from "../model/exchange.ts";

/** Codes, or parts of messages, of errors before there was a connection: Node and undici, then Bun, then Deno. */
const NO_CONNECTION =
  /^(ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM|EMFILE|EPROTO$|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|ERR_INVALID_|ERR_UNESCAPED|ERR_HTTP_|ConnectionRefused|FailedToOpenSocket|DNS|UNKNOWN_CERT|InvalidURL|UnsupportedProtocol)/;
const NO_CONNECTION_TEXT =
  /\(Connect\)|before secure TLS connection|Unable to connect|Was there a typo|certificate|tls handshake|invalid peer|dns error|getaddrinfo/i;
const NO_HTTP =
  /^(HPE_(?!INVALID_EOF_STATE)|Malformed|InvalidHTTP|InvalidResponse|UND_ERR_RES_|Z_|ERR__ERROR_FORMAT|BrotliDecompress|ZlibError|ERR_BROTLI|ERR_ZLIB|ResponseHeader)/;
const NO_HTTP_TEXT =
  /Parse Error|invalid HTTP|Malformed_HTTP|invalid (?:header|chunk|content-length)|message head is too large|incorrect header check|invalid gzip|unexpected end of file|decompress|Decompression/i;

/** An error of OpenSSL, of which only the reason says something: `write EPROTO 80AC:error:0A00010B:SSL routines:fn:reason:file:1:`. */
const OPENSSL = /[0-9A-F]+:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/i;

/** The ending that an error of a carrier means. `phase`: whether the status line had come. */
export function endingOf(error: unknown, phase: "head" | "body"): Ending {
  const chain = chainOf(error);
  const detail = detailOf(chain);
  const codes = chain.map((one) => one.code);
  const texts = chain.map((one) => one.message);
  if (phase === "head" && (codes.some((code) => NO_CONNECTION.test(code)) || connectTimedOut(chain))) {
    return { kind: "refused", detail };
  }
  if (codes.some((code) => NO_HTTP.test(code)) || texts.some((text) => NO_HTTP_TEXT.test(text))) {
    return { kind: "malformed", detail };
  }
  if (phase === "head" && texts.some((text) => NO_CONNECTION_TEXT.test(text))) return { kind: "refused", detail };
  return { kind: "reset", phase, detail };
}

interface Link {
  readonly code: string;
  readonly syscall: string;
  readonly message: string;
}

function connectTimedOut(chain: readonly Link[]): boolean {
  return chain.some((one) => one.code === "ETIMEDOUT" && one.syscall === "connect");
}

/** The error, what caused it, and the errors that it sums up (one per address of a name). */
function chainOf(error: unknown): readonly Link[] {
  const chain: Link[] = [];
  const waiting: unknown[] = [error];
  while (waiting.length > 0 && chain.length < 8) {
    const one = waiting.shift();
    if (typeof one !== "object" || one === null) {
      if (one !== undefined) chain.push({ code: "", syscall: "", message: String(one) });
      continue;
    }
    const { code, syscall, message, name, cause, errors } = one as { readonly [key: string]: unknown };
    chain.push({
      code: typeof code === "string" ? code : "",
      syscall: typeof syscall === "string" ? syscall : "",
      message:
        typeof message === "string" && message !== "" ? message : errors === undefined ? String(name ?? "error") : "",
    });
    if (Array.isArray(errors)) waiting.push(...errors);
    if (cause !== undefined) waiting.push(cause);
  }
  return chain;
}

/** The most telling texts, each once: "fetch failed" says nothing where a cause is known. */
function detailOf(chain: readonly Link[]): string {
  const texts = chain.flatMap(({ code, message }) => {
    if (message === "") return [];
    const tls = OPENSSL.exec(message)?.[1];
    if (tls !== undefined) return [`TLS: ${tls}${code === "" ? "" : ` (${code})`}`];
    return [code === "" || message.includes(code) ? message : `${message} (${code})`];
  });
  const telling = texts.length > 1 ? texts.filter((text) => !/^(fetch failed|terminated)$/i.test(text)) : texts;
  return [...new Set(telling)].join("; ") || "unknown error";
}
