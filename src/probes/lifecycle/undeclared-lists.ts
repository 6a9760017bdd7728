import { LISTS, UNDECLARED_LISTS } from "../../facts/discover.ts";
import { capabilities, DISCOVER, declaredAt } from "../../facts/session.ts";
import { absent, andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { together } from "../together.ts";

/** The lists that the server does not declare: those that it does are walked anyway. */
const probe: Probe = {
  id: UNDECLARED_LISTS,
  revisions: ["2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 3,
  after: [DISCOVER],
  ready: (recording) =>
    andThen(capabilities.of(recording), (all) => {
      const undeclared = LISTS.filter((one) => declaredAt(all, one.capability) === undefined);
      if (undeclared.length === 0) return absent("The server declares every list");
      return known(async (kit) => {
        const talk = await kit.main();
        await together(kit, undeclared, ({ method }) => talk.ask(method, method, {}));
      });
    }),
};

export default probe;
