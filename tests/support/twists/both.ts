import { isObject, type JsonObject } from "../../../src/model/json.ts";
import type { Header } from "../../../src/model/target.ts";
import { wrapHttp } from "./http.ts";
import { parsed } from "./json.ts";
import { stdioLines } from "./stdio.ts";
import type { Twist } from "./twist.ts";

/**
 * Changes the messages before the server sees them, on both transports: how one that is lenient is made of one that is
 * strict. Bodies and lines that are no JSON object pass by.
 */
export function hearing(change: (message: JsonObject, headers: readonly Header[]) => JsonObject): Twist {
  const altered = (body: string, headers: readonly Header[]) => {
    const json = parsed(body);
    return isObject(json) ? JSON.stringify(change(json, headers)) : body;
  };
  const http = wrapHttp((request, next) => next({ ...request, body: altered(request.body, request.headers) }));
  const stdio = stdioLines({ heard: (line) => [altered(line, [])] });
  return { server: (server) => stdio.server?.(http.server?.(server) ?? server) ?? server };
}

/** The process ends with code 1 on some messages, before it answers them or after. On HTTP its port is closed then. */
export function exitsOn(
  which: string | ((message: JsonObject) => boolean),
  how: { readonly after?: boolean } = {},
): Twist {
  const isFatal = (text: string) => {
    const json = parsed(text);
    if (!isObject(json)) return false;
    return typeof which === "string" ? json["method"] === which : which(json);
  };
  return {
    server: (server) => {
      let over = false;
      return {
        ...server,
        async http(request) {
          if (over) return { kind: "die" };
          if (!isFatal(request.body)) return server.http(request);
          if (how.after !== true) return { kind: "die" };
          over = true;
          return server.http(request);
        },
        stdio: (output) => {
          const input = server.stdio(output);
          const decoder = new TextDecoder();
          let rest = "";
          return {
            chunk(bytes) {
              const parts = (rest + decoder.decode(bytes, { stream: true })).split("\n");
              rest = parts.pop() ?? "";
              for (const line of parts) {
                const fatal = isFatal(line);
                if (!fatal || how.after === true) input.chunk(new TextEncoder().encode(`${line}\n`));
                if (fatal) return output.exit(1);
              }
            },
            end: () => input.end(),
          };
        },
      };
    },
  };
}
