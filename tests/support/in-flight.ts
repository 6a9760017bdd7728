import type { HttpRequest, HttpResponse } from "../../src/model/serving.ts";
import { type Twist, wrapHttp } from "./mutate.ts";

/** A server whose requests take a moment. `busy` is asked how many POSTs are in flight, this one included. */
export function inFlight(busy: (count: number, request: HttpRequest) => HttpResponse | undefined): () => Twist {
  return () => {
    let count = 0;
    return wrapHttp(async (request, next) => {
      if (request.method !== "POST") return next(request);
      count += 1;
      try {
        const refused = busy(count, request);
        if (refused !== undefined) return refused;
        await new Promise((resolve) => setTimeout(resolve, 2));
        return await next(request);
      } finally {
        count -= 1;
      }
    });
  };
}
