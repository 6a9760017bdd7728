import { asking, toldTools, toolOf } from "../../client-facts/facts.ts";
import { type Asked, at } from "../../client-facts/heard.ts";
import { absent, fact, known } from "../../model/fact.ts";
import { isObject } from "../../model/json.ts";
import { type Finding, finding, type Rule } from "../../model/rule.ts";
import { heard } from "../rule.ts";

const calls = asking("tools/call");

interface Call {
  readonly one: Asked;
  readonly name: string;
  readonly asTask: boolean;
  readonly support: "forbidden" | "optional" | "required";
}

const calledTools = fact<readonly Call[]>("calls of known tools", [calls, toldTools], (recording) => {
  const called = calls.of(recording);
  if (called.state !== "known") return called;
  const tools = toldTools.of(recording);
  if (tools.state !== "known") return tools;
  const list = called.value.flatMap((one): Call[] => {
    const tool = toolOf(one, tools.value);
    if (tool === undefined) return [];
    const execution = tool["execution"];
    const support = isObject(execution) ? execution["taskSupport"] : undefined;
    const asTask = isObject(one.params) && one.params["task"] !== undefined;
    return [
      {
        one,
        name: String(tool["name"]),
        asTask,
        support: support === "optional" || support === "required" ? support : "forbidden",
      },
    ];
  });
  return list.length === 0 ? absent("The client called no tool that it was told of") : known(list);
});

function judge({ all }: { readonly all: readonly Call[] }): readonly Finding[] {
  return all.flatMap(({ one, name, asTask, support }) => {
    if (asTask && support === "forbidden") {
      return [
        finding(`The tool ${name} was called as a task, which it does not support`, at(one, "/params/task"), {
          expected: "a call without task",
        }),
      ];
    }
    if (!asTask && support === "required") {
      return [
        finding(`The tool ${name} was called without task, which it requires`, at(one, "/params"), {
          expected: "params.task",
        }),
      ];
    }
    return [];
  });
}

const rule: Rule = {
  id: "client-task-support",
  category: "tools",
  profile: "core",
  title: "Tools are called as tasks where, and only where, they say so",
  why: "The server has to refuse the call otherwise.",
  fix: "Read execution.taskSupport of the tool: required means with params.task, forbidden or nothing means without.",
  revisions: {
    "2025-11-25": heard({
      level: "MUST",
      clauses: ["basic/utilities/tasks#tool-level-negotiation"],
      since: "2025-11-25",
      fail: "params.task for a tool whose taskSupport is forbidden or absent, or none for one that requires it.",
      skip: "The client called no tool, or had not listed the tools before.",
      uses: { all: calledTools },
      judge,
    }),
  },
};

export default rule;
