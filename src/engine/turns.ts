/**
 * Turns in which to speak: many at once take part in a shared one, and a lone one begins when nobody else speaks. Whoever
 * waits for others to finish gives back the turn first.
 */
export interface Turns {
  readonly shared: () => Promise<GiveBack>;
  readonly alone: () => Promise<GiveBack>;
}

export type GiveBack = () => void;

export function createTurns(): Turns {
  let speaking = 0;
  let alone = false;
  const lone: (() => void)[] = [];
  const crowd: (() => void)[] = [];

  function next(): void {
    if (alone) return;
    // Who wants to be alone goes first: those who speak only become more.
    if (lone.length > 0) {
      if (speaking > 0) return;
      alone = true;
      lone.shift()?.();
      return;
    }
    speaking += crowd.length;
    for (const begin of crowd.splice(0)) begin();
  }

  return {
    async shared() {
      await new Promise<void>((resolve) => {
        crowd.push(resolve);
        next();
      });
      return () => {
        speaking -= 1;
        next();
      };
    },
    async alone() {
      await new Promise<void>((resolve) => {
        lone.push(resolve);
        next();
      });
      return () => {
        alone = false;
        next();
      };
    },
  };
}
