import { conversations } from "../../client-facts/facts.ts";
import { at, type Conversation, type Told } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard } from "../rule.ts";

interface Cancelled {
  readonly one: Told;
  readonly asTask: boolean;
}

const cancelled = fact<readonly Cancelled[]>("cancelled requests", [conversations], (recording) => {
  const all = conversations.of(recording);
  if (all.state !== "known") return all;
  const list = all.value.flatMap((session: Conversation) =>
    session.notifications.flatMap((one): Cancelled[] => {
      if (one.method !== "notifications/cancelled" || !isObject(one.params)) return [];
      const id = one.params["requestId"];
      const asked = session.requests.find((each) => each.id === id && each.at < one.at);
      return asked === undefined ? [] : [{ one, asTask: isObject(asked.params) && asked.params["task"] !== undefined }];
    }),
  );
  return list.length === 0 ? absent("The client cancelled nothing") : known(list);
});

function judge({ all }: { readonly all: readonly Cancelled[] }): readonly Finding[] {
  return all
    .filter((one) => one.asTask)
    .map(({ one }) =>
      finding("A request that runs as a task is cancelled by notification", at(one), {
        expected: "tasks/cancel with its taskId",
      }),
    );
}

const rule: Rule = {
  id: "client-task-cancel",
  category: "lifecycle",
  profile: "core",
  title: "Tasks are cancelled by tasks/cancel",
  why: "The notification names a request that is over already; the task goes on.",
  fix: "Send tasks/cancel with the taskId of the answer.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/utilities/cancellation#behavior-requirements"],
      since: "2025-11-25",
      fail: "notifications/cancelled for a request that had params.task.",
      skip: "The client cancelled nothing.",
      uses: { all: cancelled },
      judge,
    }),
  },
};

export default rule;
