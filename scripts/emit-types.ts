/** The declarations of the public API, as the package ships them. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./files.ts";

/** Writes them into a folder, in place of what is there: mod.d.ts and what it stands on. */
export function emitTypes(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const config = join(folder, "tsconfig.types.json");
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // check:types does that.
    noCheck: true,
    outDir: folder,
    rootDir: ROOT,
    typeRoots: [join(ROOT, "node_modules/@types")],
  };
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(ROOT, "tsconfig.json"),
      compilerOptions,
      include: [],
      files: [join(ROOT, "mod.ts")],
    }),
  );
  try {
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [tsc, "-p", config], { stdio: ["ignore", "inherit", "inherit"] });
  } finally {
    rmSync(config);
  }
  if (!existsSync(join(folder, "mod.d.ts"))) throw new Error(`${folder} has no mod.d.ts after tsc`);
  prune(folder);
}

/** Takes away what no public type stands on: most of the project. */
function prune(folder: string): void {
  const needed = new Set<string>();
  const visit = (file: string): void => {
    if (needed.has(file)) return;
    needed.add(file);
    for (const [, path = ""] of readFileSync(file, "utf8").matchAll(/(?:from|import\()\s*"(\.[^"]+)\.ts"/g)) {
      visit(join(dirname(file), `${path}.d.ts`));
    }
  };
  visit(join(folder, "mod.d.ts"));
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !needed.has(file)) rmSync(file);
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }).reverse()) {
    const inner = join(entry.parentPath, entry.name);
    if (!existsSync(inner)) continue;
    if (
      entry.isDirectory() &&
      readdirSync(inner, { recursive: true, withFileTypes: true }).every((one) => one.isDirectory())
    )
      rmSync(inner, { recursive: true, force: true });
  }
}
