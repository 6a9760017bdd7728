import type { World } from "./world.ts";

/** The exit code of a process that a signal ended: 128 and the signal's number. */
export const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

export interface Interrupts {
  readonly signal: AbortSignal;
  /** The exit code, once the first interrupt has come. */
  code(): number | undefined;
  off(): void;
}

/** The first interrupt, told to `onFirst`, cancels the run, which then winds down; the second ends the process at once. */
export function interrupts(world: World, onFirst: () => void = () => {}): Interrupts {
  const controller = new AbortController();
  let code: number | undefined;
  const off = world.onInterrupt((signal) => {
    if (code !== undefined) {
      // The line that says how far the run is has no end yet.
      void world.stderr.write("\n");
      world.exitNow(code);
      return;
    }
    code = SIGNAL_CODES[signal];
    onFirst();
    void world.stderr.write("\nmcp-compliance: cancelling; once more stops at once.\n");
    controller.abort();
  });
  return { signal: controller.signal, code: () => code, off };
}
