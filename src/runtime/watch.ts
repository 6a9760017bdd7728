import { isAbsolute, relative, resolve, sep } from "node:path";
import { watch } from "chokidar";

export interface WatchOptions {
  /** Single files that are watched as well, wherever they are. */
  readonly also: readonly string[];
  /** Whether a path below the folder is left out; what is below it is left out with it. Relative, with `/`. */
  ignores(path: string): boolean;
  /** A file was made, changed or removed. Relative to the folder, with `/`; outside of it, absolute. */
  changed(path: string): void;
  /** Watching has come to an end, and why. */
  failed(error: Error): void;
}

export interface Watching {
  close(): Promise<void>;
}

/** Watches a folder with all below it. Resolves when every change from now on is seen; rejects where that cannot be. */
export async function watchFolder(folder: string, options: WatchOptions): Promise<Watching> {
  const root = resolve(folder);
  const below = (path: string): string | undefined => {
    const way = relative(root, path);
    return way.startsWith("..") || isAbsolute(way) ? undefined : way.split(sep).join("/");
  };
  const watcher = watch([root, ...options.also.map((file) => resolve(file))], {
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    ignored: (path) => {
      const way = below(path);
      return way !== undefined && way !== "" && options.ignores(way);
    },
  });
  for (const event of ["add", "change", "unlink"] as const) {
    watcher.on(event, (path) => options.changed(below(path) ?? path));
  }
  await new Promise<void>((ready, reject) => {
    let begun = false;
    watcher.on("error", (error) => {
      if (begun) options.failed(asError(error));
      else void watcher.close().then(() => reject(asError(error)));
    });
    watcher.on("ready", () => {
      begun = true;
      ready();
    });
  });
  return { close: () => watcher.close() };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
