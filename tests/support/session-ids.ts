import { headerOf, reheaded, type Twist, withHeaders, wrapHttp } from "./mutate.ts";

/** Gives sessions other ids: `make` is asked once per session, with its number from 1. State of one server. */
export function renamedSessions(make: (number: number) => string): () => Twist {
  return () => {
    const inner = new Map<string, string>();
    const outer = new Map<string, string>();
    return wrapHttp(async (request, next) => {
      const named = headerOf(request, "mcp-session-id");
      const known = named === undefined ? undefined : inner.get(named);
      const response = await next(known === undefined ? request : withHeaders(request, { "Mcp-Session-Id": known }));
      const given = response.kind === "answer" ? headerOf(response, "mcp-session-id") : undefined;
      if (response.kind !== "answer" || given === undefined) return response;
      const name = outer.get(given) ?? make(outer.size + 1);
      outer.set(given, name);
      inner.set(name, given);
      return reheaded(response, { "Mcp-Session-Id": name });
    });
  };
}
