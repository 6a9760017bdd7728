import { absent, andThen, type Fact, fact, known } from "../model/fact.ts";
import { isObject } from "../model/json.ts";
import { type Listed, type ListFacts, toolList } from "./lists.ts";

/** The listed entries (tools, unless another list is named) that have a member; absent where none has it. */
export function withMember(name: string, list: ListFacts = toolList): Fact<readonly Listed[]> {
  return fact<readonly Listed[]>(`${list.kind.member} with ${name}`, [list.entries], (recording) =>
    andThen(list.entries.of(recording), (entries) => {
      const found = entries.filter(({ item }) => isObject(item) && item[name] !== undefined);
      return found.length === 0 ? absent(`None of the ${list.kind.member} has ${name}`) : known(found);
    }),
  );
}
