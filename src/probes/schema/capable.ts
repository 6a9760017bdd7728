import { PROMPTS, RESOURCES, TEMPLATES, TOOLS } from "../../facts/lists.ts";
import { ALL_CAPABILITIES, CAPABLE } from "../../facts/mrtr.ts";
import { conversation, DISCOVER, declares } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { together } from "../together.ts";

/** Discovery and the declared lists by a client that can do everything: none of them may ask for input. */
const probe: Probe = {
  id: CAPABLE,
  revisions: ["2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 5,
  after: [DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () => {
      const declared = [TOOLS, RESOURCES, TEMPLATES, PROMPTS].filter(
        (kind) => declares(kind.capability).of(recording).state === "known",
      );
      const methods = ["server/discover", ...declared.map((kind) => kind.method)];
      return known(async (kit) => {
        const talk = await kit.main();
        await together(kit, methods, (method) => talk.ask(method, method, {}, { capabilities: ALL_CAPABILITIES }));
      });
    }),
};

export default probe;
