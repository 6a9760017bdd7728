/** Questions to a person. Each rejects with `Cancelled` when Ctrl+C is the answer. */
export interface Ask {
  choose(question: string, choices: readonly Choice[], first: string): Promise<string>;
  /** `check` says what is wrong with an answer, which is then asked for again. */
  text(question: string, about: TextAbout): Promise<string>;
  confirm(question: string, first: boolean): Promise<boolean>;
  say(text: string): void;
}

export interface TextAbout {
  /** Stands there to be taken or changed. */
  readonly first?: string;
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
export async function askOnTerminal(say: (text: string) => void): Promise<Ask> {
  const { consola } = await import("consola");
  const given = <T>(answer: T | symbol | undefined): T | undefined => {
    if (typeof answer === "symbol") throw new Cancelled();
    return answer;
  };
  return {
    async choose(question, choices, first) {
      const options = choices.map(({ value, label, hint }) =>
        hint === undefined ? { value, label } : { value, label, hint },
      );
      const answer = await consola.prompt(question, { type: "select", options, initial: first, cancel: "symbol" });
      return given(answer as unknown as string | symbol) ?? first;
    },
    async text(question, { first, check }) {
      // The prompt leaves the placeholder standing where an answer was empty, as if it were one: so it is a blank.
      let initial = first;
      for (;;) {
        const about = { default: "", placeholder: " ", ...(initial === undefined ? {} : { initial }) };
        const answer = await consola.prompt(question, { type: "text", ...about, cancel: "symbol" });
        const text = (given(answer as unknown as string | symbol | undefined) ?? "").trim();
        const wrong = check(text);
        if (wrong === undefined) return text;
        say(wrong);
        initial = text;
      }
    },
    async confirm(question, first) {
      const answer = await consola.prompt(question, { type: "confirm", initial: first, cancel: "symbol" });
      return given(answer as unknown as boolean | symbol) ?? first;
    },
    say,
  };
}
