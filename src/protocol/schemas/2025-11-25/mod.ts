import { asking } from "../common/asking.ts";
import { content } from "../common/content.ts";
import { envelope } from "../common/envelope.ts";
import type { Definitions } from "../shape.ts";
import { negotiable } from "../shape.ts";
import { capabilities } from "./capabilities.ts";
import { notifications } from "./notifications.ts";
import { requests } from "./requests.ts";
import { results } from "./results.ts";

/** Every message of 2025-11-25, and of the three revisions that a server may negotiate in its place. */
export const definitions: Definitions = {
  ...envelope,
  ...content(negotiable),
  ...asking(negotiable),
  ...capabilities,
  ...results,
  ...notifications,
  ...requests,
};
