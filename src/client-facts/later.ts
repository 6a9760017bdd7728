import type { Exchange } from "../model/exchange.ts";
import { absent, fact, known } from "../model/fact.ts";
import { isObject } from "../model/json.ts";
import { readText } from "../protocol/jsonrpc.ts";
import { sessions } from "./facts.ts";
import { type Handshake, textOf } from "./heard.ts";

/** An HTTP request that belongs to a session, after its handshake. */
export interface Later {
  readonly exchange: Exchange;
  readonly handshake: Handshake;
}

/** Exchanges after the answer to initialize, with their session. */
export const later = fact<readonly Later[]>("requests after the handshake", [sessions], (recording) => {
  const all = sessions.of(recording);
  if (all.state !== "known") return all;
  if (recording.target.transport !== "http") return absent("The client did not speak over HTTP");
  const list = all.value.flatMap(({ handshake, exchanges }) => {
    const answered = handshake.asked.reply?.at ?? handshake.asked.at;
    return exchanges
      .filter((one) => one.at > answered && !isInitialize(one))
      .map((exchange) => ({ exchange, handshake }));
  });
  return list.length === 0 ? absent("Nothing followed initialize") : known(list);
});

function isInitialize(exchange: Exchange): boolean {
  const reading = readText(textOf(exchange) ?? "");
  return reading.state === "json" && isObject(reading.json) && reading.json["method"] === "initialize";
}
