import type { Answer, Exchange, Sent } from "../model/exchange.ts";
import type { ProbeId } from "../model/probe.ts";
import type { Revision } from "../model/revision.ts";
import type { World } from "./world.ts";

export interface About {
  readonly label: string;
  readonly part: Exchange["part"];
  readonly connection: string;
  readonly revision: Revision;
  readonly faulty?: boolean | undefined;
  readonly tags?: Exchange["tags"] | undefined;
}

/** Keeps one probe's exchanges. Ids follow the order of sending, not the order of answers. */
export interface Recorder {
  /** Takes the next id; call the result with what came back and what it is to be called. */
  begin(sent: Sent | undefined): (answer: Answer, about: About) => Exchange;
  /** In the order of sending; what is still open is left out. */
  exchanges(): readonly Exchange[];
}

export function createRecorder(probe: ProbeId, world: Pick<World, "redact">): Recorder {
  const slots: (Exchange | undefined)[] = [];
  return {
    begin(sent) {
      const index = slots.push(undefined) - 1;
      return (answer, about) => {
        const exchange: Exchange = {
          id: `${probe}#${index + 1}`,
          label: about.label,
          part: about.part,
          connection: about.connection,
          revision: about.revision,
          ...(sent === undefined ? {} : { sent: world.redact.sent(sent) }),
          ...(about.faulty === true ? { faulty: true } : {}),
          ...(about.tags === undefined ? {} : { tags: about.tags }),
          ...world.redact.answer(answer),
        };
        slots[index] = exchange;
        return exchange;
      };
    },
    exchanges: () => slots.filter((one) => one !== undefined),
  };
}
