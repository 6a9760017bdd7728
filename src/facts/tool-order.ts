import { absent, andThen, fact, type Known, known, unknown } from "../model/fact.ts";
import { isObject } from "../model/json.ts";
import { shown } from "./evidence.ts";
import { TOOLS, toolList, type Walk, walkOf } from "./lists.ts";

/** Walks tools/list again (2026-07-28). The labels of the two walks begin so. */
export const AGAIN = "tools/again";
/** Pages of these walks: of a list that never ends nobody asks for the order. */
export const AGAIN_PAGES = 50;
export const AGAIN_LABELS: readonly string[] = ["second walk, page", "third walk, page"];

/** The names of a complete walk, in order, and its first exchange. */
export interface Order {
  readonly names: readonly string[];
  readonly exchange: string;
}

/** The orders of the walks that found the same set of tools as the first of them: at least two. */
export const toolOrders = fact<readonly Order[]>("tool orders", [toolList.walk, AGAIN], (recording) =>
  andThen(orderOf(toolList.walk.of(recording)), (first) => {
    if (first.names.length < 2) return absent("The server lists fewer than two tools");
    const others = AGAIN_LABELS.map((label) => orderOf(walkOf(recording, TOOLS, label, AGAIN, AGAIN_PAGES)));
    const orders = [first, ...others.flatMap((one) => (one.state === "known" ? [one.value] : []))];
    const same = largestGroup(orders);
    if (same.length > 1) return known(same);
    const missing = others.find((one) => one.state !== "known");
    return missing ?? unknown("the set of tools changed between requests");
  }),
);

function orderOf(walk: Known<Walk>): Known<Order> {
  return andThen(walk, ({ pages, end }) => {
    const first = pages[0];
    if (first === undefined || end.kind !== "complete") return unknown("tools/list could not be walked to its end");
    const items = pages.flatMap((page) => page.items);
    const names = items.map((item) =>
      isObject(item) && typeof item["name"] === "string" ? item["name"] : shown(item),
    );
    return known({ names, exchange: first.exchange.id });
  });
}

/** The most walks that found the same set, whatever its order. */
function largestGroup(orders: readonly Order[]): readonly Order[] {
  const groups = new Map<string, Order[]>();
  for (const order of orders) {
    const key = JSON.stringify([...order.names].sort());
    groups.set(key, [...(groups.get(key) ?? []), order]);
  }
  return [...groups.values()].reduce<readonly Order[]>((best, one) => (one.length > best.length ? one : best), []);
}

/** Where two orders differ first: both names. */
export function firstDifference(a: Order, b: Order): readonly [string, string] | undefined {
  const index = a.names.findIndex((name, at) => b.names[at] !== name);
  return index < 0 ? undefined : [a.names[index] ?? "", b.names[index] ?? ""];
}
