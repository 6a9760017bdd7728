import { asking } from "../common/asking.ts";
import { content } from "../common/content.ts";
import { envelope } from "../common/envelope.ts";
import type { Definitions } from "../shape.ts";
import { settled } from "../shape.ts";
import { metadata } from "./metadata.ts";
import { notifications } from "./notifications.ts";
import { requests } from "./requests.ts";
import { results } from "./results.ts";

/** Every message of 2026-07-28. */
export const definitions: Definitions = {
  ...envelope,
  ...content(settled),
  ...asking(settled),
  ...metadata,
  ...results,
  ...notifications,
  ...requests,
};
