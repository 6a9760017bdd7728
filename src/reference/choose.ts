import type { JsonObject } from "../model/json.ts";
import { objectSchema, said } from "./content.ts";
import type { Offer, Tool } from "./offer.ts";

/** Which tools are offered: so many, or those of these names. */
export type ToolChoice = { readonly count: number } | { readonly names: readonly string[] };

/** The offer with other tools. More than there are: tools that give their number back. Unknown names are the caller's matter. */
export function withTools(offer: Offer, choice: ToolChoice): Offer {
  if ("names" in choice) {
    return { ...offer, tools: offer.tools.filter((one) => choice.names.includes(String(one.definition["name"]))) };
  }
  // A number holds in both eras: tools of one alone are left out.
  const shared = offer.tools.filter((one) => one.eras === undefined);
  const more = Math.max(0, choice.count - shared.length);
  return {
    ...offer,
    tools: [...shared.slice(0, choice.count), ...Array.from({ length: more }, (_, index) => filler(index + 1))],
  };
}

function filler(number: number): Tool {
  const name = `number-${number}`;
  const annotations: JsonObject = {
    title: `Number ${number}`,
    readOnlyHint: true,
    destructiveHint: false,
    idempotentHint: true,
    openWorldHint: false,
  };
  return {
    definition: {
      name,
      title: `Number ${number}`,
      description: `Says ${number}. It is here to make the list long.`,
      inputSchema: objectSchema({}),
      annotations,
    },
    call: () => said(String(number)),
  };
}
