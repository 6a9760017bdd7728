import type { HttpRequest, HttpResponse } from "../../src/model/serving.ts";
import { type Twist, wrapHttp } from "./mutate.ts";

/**
 * A server whose requests take a moment. `busy` is asked how many are in flight, this one included; only those that
 * `counted` means are counted and asked for.
 */
export function inFlight(
  busy: (count: number) => HttpResponse | undefined,
  counted: (request: HttpRequest) => boolean = () => true,
): () => Twist {
  return () => {
    let count = 0;
    return wrapHttp(async (request, next) => {
      if (request.method !== "POST" || !counted(request)) return next(request);
      count += 1;
      try {
        const refused = busy(count);
        if (refused !== undefined) return refused;
        await new Promise((resolve) => setTimeout(resolve, 2));
        return await next(request);
      } finally {
        count -= 1;
      }
    });
  };
}
