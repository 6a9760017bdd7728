import { isTold } from "../facts/surrounded.ts";
import type { Exchange } from "../model/exchange.ts";
import type { Talk } from "../model/probe.ts";
import { control } from "./control.ts";

/**
 * Where one of these was answered otherwise than by a JSON-RPC message, somebody before the server may have answered: a
 * sound request right after tells whether the way was still open.
 */
export async function settle(talk: Talk, asked: readonly Exchange[]): Promise<void> {
  if (!asked.every(isTold)) await control(talk, "control after");
}
