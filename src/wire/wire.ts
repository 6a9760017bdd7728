import type { HttpSent, Sent } from "../model/exchange.ts";
import type { Connection, Listen, Wire } from "../model/probe.ts";
import type { HttpTarget, Target } from "../model/target.ts";
import { type Carrier, LINGER_MS } from "./carrier.ts";
import { type Collector, collect } from "./collect.ts";
import { fetchCanSay, fetchCarrier } from "./fetch-http.ts";
import { BUDGETS, type Budgets, createPurse, type Purse, RUN_BUDGETS } from "./purse.ts";
import { rawCarrier } from "./raw-http.ts";
import type { Spawn } from "./spawned.ts";
import { openChild } from "./stdio.ts";

export type { Budgets } from "./purse.ts";
export type { Spawn, Spawned } from "./spawned.ts";

export type CarrierName = "fetch" | "node";

/** What carries a request that any carrier can say. */
const DEFAULT_CARRIER: CarrierName = "node";

export interface WireOptions {
  /** Milliseconds since the run began. */
  readonly now: () => number;
  /** Per exchange; what is left out is as in BUDGETS. */
  readonly budgets?: Partial<Budgets>;
  /** For all exchanges together; what is left out is as in RUN_BUDGETS. */
  readonly runBudgets?: Partial<Budgets>;
  /** Needed for a stdio target: how a child is started. */
  readonly spawn?: Spawn;
  /** Hears what a child writes to stderr, as it comes. */
  readonly onStderr?: (text: string) => void;
  readonly carrier?: CarrierName;
  /** Fires when the run was cancelled: children that are being closed get little time. */
  readonly hurry?: AbortSignal;
}

/** The way from a message to what came back. What a server does is never an exception. */
export function createWire(target: Target, options: WireOptions): Wire {
  const budgets: Budgets = { ...BUDGETS, ...options.budgets };
  const purse = createPurse({ ...RUN_BUDGETS, ...options.runBudgets });
  const connections = new Set<Connection>();
  const carrier = target.kind === "http" ? carrierFor(target, options.carrier ?? DEFAULT_CARRIER) : undefined;

  return {
    open(open = {}) {
      const connection =
        target.kind === "stdio"
          ? openChild(target, { ...options, budgets, purse, onStray: open.onStray })
          : openHttp(carrier as Carrier, options.now, budgets, purse);
      connections.add(connection);
      return {
        ...connection,
        async close() {
          // Known until it is done: whoever does not wait here still waits at the end of the wire.
          await connection.close();
          connections.delete(connection);
        },
      };
    },
    async close() {
      await Promise.all([...connections].map((one) => one.close()));
      connections.clear();
      carrier?.close();
    },
  };
}

/** Chooses by the message: what fetch cannot say goes through node:http. */
function carrierFor(target: HttpTarget, wanted: CarrierName): Carrier {
  const raw = rawCarrier(target);
  if (wanted === "node") return raw;
  const web = fetchCarrier();
  return {
    send: (sent, collector) => (fetchCanSay(sent, target) ? web : raw).send(sent, collector),
    close() {
      web.close();
      raw.close();
    },
  };
}

function openHttp(carrier: Carrier, now: () => number, budgets: Budgets, purse: Purse): Connection {
  const open = new Set<Collector>();

  function send(sent: HttpSent, listen: Listen): ReturnType<Connection["send"]> {
    let drop: ((lingerMs: number) => void) | undefined;
    const collector = collect({
      now,
      budgets,
      purse,
      listen,
      ids: sent.ids,
      onEnd(ending) {
        // Over before it was sent, or while it was: see below.
        if (drop === undefined) return;
        drop(ending.kind === "enough" && collector.answered && sent.method === "POST" ? LINGER_MS : 0);
        open.delete(collector);
      },
    });
    if (!collector.hearing.ended) {
      open.add(collector);
      drop = carrier.send(sent, collector);
      if (collector.hearing.ended) {
        drop(0);
        open.delete(collector);
      }
    }
    return collector.hearing.answer;
  }

  return {
    send: (sent: Sent, listen) => {
      if (sent.kind !== "http") throw new TypeError("a message for stdio was given to an HTTP connection");
      return send(sent, listen);
    },
    strays: () => [],
    gone: () => undefined,
    async close() {
      for (const one of open) one.hearing.end({ kind: "enough" });
    },
  };
}
