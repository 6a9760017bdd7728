import { FIRST_ID } from "../../src/wire/load-judge.ts";

/** The request that every generator sends, byte for byte but for the id. */
export const BODY = JSON.stringify({ jsonrpc: "2.0", id: FIRST_ID, method: "tools/list", params: {} });
export const HEADERS = [
  ["Content-Type", "application/json"],
  ["Accept", "application/json, text/event-stream"],
] as const;
/** Bytes of an answer, head included. */
export const ANSWER_BYTES = 300;
