import { absent, andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import type { Json } from "../model/json.ts";
import type { Recording } from "../model/recording.ts";
import type { Place } from "../model/rule.ts";
import { replyOf } from "../protocol/answer.ts";
import { discoverResult, greetingExchange, initializeResult } from "./session.ts";

/** A member of the InitializeResult or DiscoverResult; undefined where it is missing. */
export interface Member {
  readonly value: Json | undefined;
  readonly at: Place;
}

/** A member of the greeting's result, there or not. */
export function greeted(member: string): Fact<Member> {
  return memberFact(member, known);
}

/** As `greeted`; absent where the server does not give it. */
export function offered(member: string): Fact<Member> {
  return memberFact(member, (found) =>
    found.value === undefined ? absent(`The server gives no ${member}`) : known(found),
  );
}

/** As `greeted`; unknown where it is missing: another rule asks for it. */
export function demanded(member: string): Fact<Member> {
  return memberFact(member, (found) =>
    found.value === undefined ? unknown(`initialize was served without a ${member}`) : known(found),
  );
}

function memberFact(member: string, take: (found: Member) => Known<Member>): Fact<Member> {
  return fact(`greeting's ${member}`, [initializeResult, discoverResult], (recording) =>
    andThen(resultOf(recording), (result) =>
      andThen(greetingExchange(recording), (exchange) => {
        const reply = replyOf(exchange);
        const before = "pointer" in reply ? reply.pointer : "";
        return take({ value: result[member], at: { exchange: exchange.id, pointer: `${before}/result/${member}` } });
      }),
    ),
  );
}

function resultOf(recording: Recording) {
  return (recording.revision === "2025-11-25" ? initializeResult : discoverResult).of(recording);
}
