import type { Exchange, RpcId } from "../model/exchange.ts";
import { andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject } from "../model/json.ts";
import { isMessage, lineReader, type Piece } from "../protocol/framing.ts";
import { isResponse, sameIdText } from "../protocol/jsonrpc.ts";
import { asksOf } from "./evidence.ts";
import { everyExchange } from "./scan.ts";
import { FRAMING } from "./stdio.ts";

/** A piece of a child's stdout with the exchange in which its first line was heard. */
export interface Written extends Piece {
  readonly exchange: Exchange;
  /** The lines as they came, joined. */
  readonly text: string;
  /** The output ended without a line end after it. */
  readonly unended: boolean;
}

/** Everything that one child wrote to stdout. */
export interface Stdout {
  readonly connection: string;
  /** The framing probe spoke last in this child, and its output was read to the end. */
  readonly whole: boolean;
  readonly written: readonly Written[];
}

/** stdout of every child of the run, read whatever its framing; unknown where nothing in it is a message. */
export const everyStdout = fact<readonly Stdout[]>("stdout", [FRAMING, everyExchange], (recording) =>
  andThen(everyExchange.of(recording), (exchanges) => {
    const connections = [...new Set(exchanges.map((one) => one.connection))];
    const last = asksOf(recording, FRAMING);
    const framed = last.state === "known" ? last.value[0]?.connection : undefined;
    const all = connections.map((connection) => ({
      connection,
      whole: connection === framed,
      written: writtenIn(exchanges.filter((one) => one.connection === connection)),
    }));
    const telling = all.some(({ written }) =>
      written.some((one) => one.what === "header" || one.values.some((value) => isMessage(value))),
    );
    return telling ? known(all) : unknown("no message came on stdout");
  }),
);

function writtenIn(exchanges: readonly Exchange[]): readonly Written[] {
  const lines = exchanges
    .flatMap((exchange) =>
      exchange.frames.flatMap((frame) => (frame.kind === "line" ? [{ exchange, frame, at: frame.at }] : [])),
    )
    .sort((a, b) => a.at - b.at);
  const reader = lineReader();
  const pieces = [...lines.flatMap(({ frame }) => reader.push(frame.text)), ...reader.end()];
  return pieces.flatMap((piece): readonly Written[] => {
    const own = lines.slice(piece.from, piece.to + 1);
    const [first] = own;
    if (first === undefined) return [];
    const text = own.map(({ frame }) => frame.text).join("\n");
    return [{ ...piece, exchange: first.exchange, text, unended: own.at(-1)?.frame.end === "" }];
  });
}

/** Requests of the framing probe that stayed unanswered though a later one was answered; its child's connection. */
export interface Lost {
  readonly connection: string;
  readonly lost: readonly { readonly exchange: Exchange; readonly id: RpcId }[];
}

export const lostRequests = fact<Lost>("requests lost", [everyStdout], (recording) =>
  andThen(everyStdout.of(recording), (all) =>
    andThen(asksOf(recording, FRAMING), (asks) => {
      const connection = asks[0]?.connection ?? "";
      const heard = all.find((one) => one.connection === connection)?.written.flatMap((one) => one.values.flat()) ?? [];
      const isAnswered = (id: RpcId): boolean =>
        heard.some((value) => isObject(value) && isResponse(value) && sameIdText(value["id"], id));
      const open = asks.flatMap((exchange) =>
        (exchange.sent?.ids ?? []).flatMap((id) => (isAnswered(id) ? [] : [{ exchange, id }])),
      );
      const after = asks.find((one) => one.label === "control after");
      const servedAfter = after?.sent?.ids.every(isAnswered) === true;
      return open.length === 0 || servedAfter ? known({ connection, lost: open }) : silence(open.length);
    }),
  ),
);

function silence(count: number): Known<never> {
  return unknown(`${count} requests of a process of its own were not answered, nor one after them`);
}
