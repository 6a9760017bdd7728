/** Runs in a row that a file has to change in until it is taken for one that the server writes itself. */
const WRITTEN = 4;

/**
 * What has changed since it was last asked. A file that changes in run after run is most likely written by the server
 * under test: to begin anew for it would never end. Such a file no longer ends a run; it is told of after it.
 */
export interface Changes {
  /** A file changed. */
  note(path: string): void;
  /** A run begins. `cancel` is called at each change in it that counts. */
  begin(cancel: () => void): void;
  /** The run has ended, as a whole or not. Gives the files that the server seems to write; what else changed waits. */
  end(whole: boolean): readonly string[];
  /** Whether a change waits. */
  waiting(): boolean;
  /** The changes that wait; from now on they do so no more. */
  take(): readonly string[];
  /** Resolves at the next change, at once where there is one already, or when the signal fires. */
  next(signal: AbortSignal): Promise<void>;
}

export function changeLog(): Changes {
  let pending = new Set<string>();
  let running: (() => void) | undefined;
  let wake = () => {};
  /** Runs in a row in which a file changed. */
  const counts = new Map<string, number>();
  const isWritten = (path: string): boolean => (counts.get(path) ?? 0) >= WRITTEN;

  return {
    note(path) {
      pending.add(path);
      wake();
      // This run would be the one that makes it WRITTEN.
      if (running !== undefined && (counts.get(path) ?? 0) < WRITTEN - 1) running();
    },
    begin(cancel) {
      // What still waits may have come too late for this run: it is followed by another.
      running = cancel;
    },
    end(whole) {
      running = undefined;
      const changed = [...pending];
      for (const path of [...counts.keys()]) {
        // A run that was cut short may have ended before the file's turn came.
        if (whole && !changed.includes(path)) counts.delete(path);
      }
      for (const path of changed) counts.set(path, (counts.get(path) ?? 0) + 1);
      pending = new Set(changed.filter((path) => !isWritten(path)));
      return changed.filter(isWritten);
    },
    waiting: () => pending.size > 0,
    take() {
      const changed = [...pending];
      pending = new Set();
      return changed;
    },
    next(signal) {
      if (pending.size > 0 || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const done = () => {
          signal.removeEventListener("abort", done);
          wake = () => {};
          resolve();
        };
        wake = done;
        signal.addEventListener("abort", done);
      });
    },
  };
}
