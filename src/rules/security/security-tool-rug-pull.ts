import { shown } from "../../facts/evidence.ts";
import { type Changed, type SessionWalks, sessionWalks, type UseWalks, useWalks } from "../../facts/rug-pull.ts";
import { type Finding, finding, judged, type Note, note, type Rule } from "../../model/rule.ts";

function say({ name, members }: Changed): string {
  return `The tool ${shown(name)} changed its ${members.join(", ")}`;
}

function judgeSession({ walks }: { readonly walks: SessionWalks }): readonly (Finding | Note)[] {
  const { changed, announced, listChanged } = walks;
  // Only what the description and the schema say decides what a person agreed to.
  const grave = changed.filter(({ members }) => members.includes("description") || members.includes("inputSchema"));
  if (listChanged && !announced && grave.length > 0) {
    return grave.map((one) =>
      finding(`${say(one)} during a session without announcing it`, one.at, {
        expected: "notifications/tools/list_changed, which the server declares, when the list changes",
        actual: "no such notification",
      }),
    );
  }
  return changed.map((one) => note(`${say(one)}${announced ? ", and announced it" : ""}`, one.at));
}

function judgeUse({ walks }: { readonly walks: UseWalks }): readonly (Finding | Note)[] {
  return [
    ...walks.secret.map((one) =>
      finding(`${say(one)} on a connection that had used it, while a new one is shown the first version`, one.at, {
        expected: "the same list on every connection",
        actual: "a list that depends on what the connection did before",
      }),
    ),
    ...walks.open.map((one) => note(`${say(one)} for everybody during the run`, one.at)),
  ];
}

const rule: Rule = {
  id: "security-tool-rug-pull",
  category: "security",
  profile: "core",
  title: "A tool stays what it was when it was approved",
  why: "A person agrees to a tool by its description. One that changes afterwards can make the model do what nobody agreed to.",
  fix: "Build the tool list from fixed definitions, the same for every request. Where tools do change, send notifications/tools/list_changed, so that clients ask again.",
  revisions: {
    "2025-11-25": judged({
      required: false,
      basis: "advice",
      level: "advice",
      clauses: ["server/tools#list-changed-notification"],
      transports: ["http", "stdio"],
      since: "2024-11-05",
      method: {
        probe:
          "tools/list is walked at the start of a session of its own and again when the other checks are done, with a GET stream held in between.",
        pass: "The same descriptions and schemas, in any order. Announced changes are noted.",
        fail: "A tool changed its description or inputSchema, listChanged is declared, and no notification came.",
        skip: "No tools; a walk that did not come to its end; no GET stream on which a change could be announced.",
      },
      uses: { walks: sessionWalks },
      judge: judgeSession,
    }),
    "2026-07-28": judged({
      required: false,
      basis: "spec",
      level: "MUST NOT",
      clauses: ["server/tools#capabilities"],
      transports: ["http", "stdio"],
      method: {
        probe:
          "tools/list is walked twice, a safe tool is called and server/discover asked, then it is walked again, and once more on a new connection or process.",
        pass: "All walks are the same, or all later ones changed alike (noted).",
        fail: "A tool changed on the used connection or process while a new one lists the first version.",
        skip: "tools not declared. Not evaluable when a walk did not come to its end or the first two differ already.",
      },
      uses: { walks: useWalks },
      judge: judgeUse,
    }),
  },
};

export default rule;
