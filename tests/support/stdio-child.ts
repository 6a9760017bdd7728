/** Serves a mutant, a trap or (without a module) the reference server on this process's stdin and stdout. */
import type { Revision } from "../../src/model/revision.ts";
import { serveStdio } from "../../src/runtime/serve-stdio.ts";
import type { Variant } from "./mutate.ts";
import { reference } from "./reference.ts";

const [revision = "2026-07-28", module, name] = process.argv.slice(2);

async function handler() {
  if (module === undefined) return reference(revision as Revision | "dual").stdio;
  const { default: variants } = (await import(module)) as { readonly default: readonly Variant[] };
  const variant = variants.find((one) => one.name === name);
  if (variant === undefined) throw new Error(`${module} has nothing of the name ${name}`);
  return variant.server(revision as Revision).stdio;
}

// The process lives until the server itself says that it is over.
setInterval(() => {}, 1_000_000);
process.exit(await serveStdio(await handler()));
