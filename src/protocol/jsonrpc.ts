import type { Frame, RpcId } from "../model/exchange.ts";
import { isObject, JSON_LIMITS, type Json, type JsonObject, sizeOfJson } from "../model/json.ts";

/** What a message is by its members alone; nothing else of it is checked. */
export type MessageKind = "request" | "notification" | "result" | "error" | "other";

/** The text of a frame read as JSON. Kept apart from the frame, so that the recording holds only what came. */
export type Reading =
  /** Nothing to read: a status line, a comment, an empty body or line, an event without data. */
  | { readonly state: "empty" }
  | { readonly state: "unreadable"; readonly text: string }
  | { readonly state: "json"; readonly json: Json };

const readings = new WeakMap<Frame, Reading>();

/** Reads a frame's text as JSON, once per frame. */
export function readFrame(frame: Frame): Reading {
  const before = readings.get(frame);
  if (before !== undefined) return before;
  const reading = readText(textOf(frame));
  readings.set(frame, reading);
  return reading;
}

function textOf(frame: Frame): string {
  switch (frame.kind) {
    case "body":
    case "line":
      return frame.text;
    case "event":
      return frame.data ?? "";
    default:
      return "";
  }
}

export function readText(text: string): Reading {
  if (text.trim() === "") return { state: "empty" };
  // The wire keeps no such text; a recording may come from anywhere.
  if (text.length > JSON_LIMITS.levels && sizeOfJson(text).beyond !== undefined) return { state: "unreadable", text };
  try {
    return { state: "json", json: JSON.parse(text) as Json };
  } catch {
    return { state: "unreadable", text };
  }
}

/** What a JSON value is as a JSON-RPC message. `result` and `error` go before `method`: an answer is an answer. */
export function kindOf(json: Json): MessageKind {
  if (!isObject(json)) return "other";
  if ("error" in json && json["error"] !== null) return "error";
  if ("result" in json) return "result";
  if ("error" in json) return "error";
  if (typeof json["method"] === "string") return "id" in json ? "request" : "notification";
  return "other";
}

export function isResponse(json: Json): json is JsonObject {
  const kind = kindOf(json);
  return kind === "result" || kind === "error";
}

/** A message of a frame with its place in it: "" for the whole, "/0" for the first member of a batch. */
export interface Placed {
  readonly json: JsonObject;
  readonly kind: MessageKind;
  readonly pointer: string;
}

/** The JSON objects of a frame: one, or the members of an array (a batch). */
export function messagesOf(frame: Frame): readonly Placed[] {
  const reading = readFrame(frame);
  if (reading.state !== "json") return [];
  if (Array.isArray(reading.json)) {
    return reading.json.flatMap((one, index) =>
      isObject(one) ? [{ json: one, kind: kindOf(one), pointer: `/${index}` }] : [],
    );
  }
  return isObject(reading.json) ? [{ json: reading.json, kind: kindOf(reading.json), pointer: "" }] : [];
}

/** Two ids are the same for routing when they read the same: 7, "7" and 7.0. Their type is a rule's matter. */
export function sameIdText(id: Json | undefined, asked: RpcId): boolean {
  return (typeof id === "string" || typeof id === "number") && String(id) === String(asked);
}
