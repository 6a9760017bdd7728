/**
 * Writes a whole file or leaves the one that is there as it was: the text goes into a file beside it, which then takes
 * its name. What is no plain file (a pipe, a device such as /dev/stdout) is written into, as it cannot be replaced.
 * A link stays a link: what it points at is replaced.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const { open, realpath, rename, rm, stat, truncate, writeFile } = await import("node:fs/promises");
  const { basename, dirname, join } = await import("node:path");
  const there = await stat(path).catch(gone);
  if (there !== undefined && !there.isFile()) return await writeFile(path, text);

  const target = there === undefined ? path : await realpath(path);
  const mark = crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36);
  const beside = join(dirname(target), `.${basename(target).slice(0, 40)}.${mark}.tmp`);
  // "wx": never through a link or over a file that somebody put there.
  const file = await open(beside, "wx", there === undefined ? 0o666 : there.mode & 0o777);
  try {
    try {
      await file.writeFile(text);
      // A full disk may be found out only now; and after a crash the name must not stand for an empty file.
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, target);
  } catch (error) {
    await rm(beside, { force: true });
    // One file that is mounted into a container can be written but not replaced.
    if ((error as { readonly code?: unknown }).code !== "EBUSY" || there === undefined) throw error;
    await writeFile(target, text).catch(async (again: unknown) => {
      await truncate(target, 0).catch(() => {});
      throw again;
    });
  }
}

function gone(error: unknown): undefined {
  if ((error as { readonly code?: unknown }).code === "ENOENT") return undefined;
  throw error;
}
