import type { HttpRequest } from "../../src/model/serving.ts";
import type { Sending } from "../../src/reference/options.ts";
import { REFERENCE_TABLE } from "../../src/reference/server.ts";
import { methodOf } from "./mutate.ts";

/** True for the answer to a request whose method the reference does not have. */
export function isUnknown({ request, era }: Sending): boolean {
  return request !== undefined && request.method !== "" && !Object.hasOwn(REFERENCE_TABLE[era], request.method);
}

/** True for a request with a method that the reference does not have, in either era. */
export function asksUnknown(request: HttpRequest): boolean {
  const method = methodOf(request);
  if (method === "" || method.startsWith("notifications/")) return false;
  return !Object.hasOwn(REFERENCE_TABLE.legacy, method) && !Object.hasOwn(REFERENCE_TABLE.modern, method);
}
