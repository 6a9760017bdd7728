/** Questions to a person. Each rejects with `Cancelled` when Ctrl+C is the answer. */
export interface Ask {
  choose(question: string, choices: readonly Choice[], first: string): Promise<string>;
  /** An answer that `check` has something to say against is asked for again. */
  text(question: string, about: TextAbout): Promise<string>;
  confirm(question: string, first: boolean): Promise<boolean>;
}

export interface TextAbout {
  /** Stands there to be taken or changed. */
  readonly first?: string;
  /** What is wrong with an answer. */
  check(text: string): string | undefined;
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string;
}

export class Cancelled extends Error {
  constructor() {
    super("cancelled");
    this.name = "Cancelled";
  }
}

/** Asks on the terminal that the process stands on. */
export async function askOnTerminal(): Promise<Ask> {
  const { confirm, isCancel, select, text } = await import("@clack/prompts");
  const given = <T>(answer: T): Exclude<T, symbol> => {
    if (isCancel(answer)) throw new Cancelled();
    return answer as Exclude<T, symbol>;
  };
  return {
    async choose(message, choices, first) {
      return given(await select({ message, options: [...choices], initialValue: first }));
    },
    async text(message, { first, check }) {
      const initial = first === undefined ? {} : { initialValue: first };
      const answer = await text({ message, ...initial, validate: (value) => check((value ?? "").trim()) });
      return (given(answer) ?? "").trim();
    },
    async confirm(message, first) {
      return given(await confirm({ message, initialValue: first }));
    },
  };
}
