import type { World } from "./world.ts";

/**
 * Where an editor finds a schema of ours from a file of the project: in the package, if it is installed here. A file in
 * another folder, or a tool that is not installed beside the project, has none.
 */
export async function schemaLine(schema: string, file: string, world: World): Promise<string | undefined> {
  if (/[\\/]/.test(file.replace(/^\.[\\/]/, ""))) return undefined;
  const path = `./node_modules/mcp-compliance/schemas/${schema}`;
  return (await world.kindOf(path)) === "file" ? path : undefined;
}
