import type { JsonObject } from "../model/json.ts";
import { type Answer, result } from "./answer.ts";
import { base64 } from "./seal.ts";

export function text(value: string): JsonObject {
  return { type: "text", text: value };
}

/** A CallToolResult of one text. */
export function said(value: string): Answer {
  return result({ content: [text(value)] });
}

/** A CallToolResult that tells the model what went wrong. */
export function toolError(why: string): Answer {
  return result({ content: [text(why)], isError: true });
}

export function objectSchema(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: "object", properties, required, additionalProperties: false };
}

/** A PNG image of one pixel. */
export const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** A WAV file of one silent sample. */
export const SILENCE = base64(
  new Uint8Array([
    82, 73, 70, 70, 38, 0, 0, 0, 87, 65, 86, 69, 102, 109, 116, 32, 16, 0, 0, 0, 1, 0, 1, 0, 64, 31, 0, 0, 128, 62, 0,
    0, 2, 0, 16, 0, 100, 97, 116, 97, 2, 0, 0, 0, 0, 0,
  ]),
);
