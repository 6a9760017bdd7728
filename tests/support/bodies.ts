import { isObject } from "../../src/model/json.ts";
import type { HttpRequest } from "../../src/model/serving.ts";
import { jsonOf } from "./mutate.ts";

/** A POST whose body is no JSON. */
export function isUnparsable(request: HttpRequest): boolean {
  return request.method === "POST" && jsonOf(request) === undefined;
}

/** A POST of a JSON object that has neither jsonrpc nor method. */
export function isNoMessage(request: HttpRequest): boolean {
  const json = jsonOf(request);
  return isObject(json) && json["jsonrpc"] === undefined && json["method"] === undefined;
}

/** A POST of a JSON-RPC object with an id, but without method, result and error. */
export function lacksMethod(request: HttpRequest): boolean {
  const json = jsonOf(request);
  return (
    isObject(json) &&
    json["jsonrpc"] === "2.0" &&
    "id" in json &&
    !["method", "result", "error"].some((one) => one in json)
  );
}
