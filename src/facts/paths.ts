import { andThen, type Fact, fact, type Known, known, unknown } from "../model/fact.ts";
import type { Revision } from "../model/revision.ts";
import { type Attempts, attemptsOf, type Called, reached } from "./injection.ts";

const PROBE = "security/path-traversal";

/** The file that is asked for where none can be planted: it is on every Linux machine and holds no secret. */
export const REMOTE_FILE: { readonly [R in Revision]: string } = {
  "2025-11-25": "/etc/os-release",
  "2026-07-28": "/etc/passwd",
};

/** Ways from a server's folder to a file by its absolute path. */
export function traversals(path: string, revision: Revision): readonly string[] {
  const depth = revision === "2025-11-25" ? 8 : 12;
  const rest = path.replace(/^[A-Za-z]:/, "").replace(/^[\\/]+/, "");
  const chain = (step: string, separator = "/"): string => step.repeat(depth) + rest.replaceAll(/[\\/]/g, separator);
  const both = [chain("../"), chain("..%2f", "%2f"), chain("..\\", "\\")];
  if (revision === "2025-11-25") return both;
  return [...both, chain("%2e%2e%2f", "%2f"), chain("....//"), `file:///${rest}`];
}

/** A traversal that brought the content of a file whose absolute path is refused. */
export interface Traversal {
  readonly attempts: Attempts;
  readonly read: readonly Called[];
}

export const traversal: Fact<Traversal> = fact("path traversal", [PROBE], (recording) =>
  andThen(attemptsOf(PROBE).of(recording), (all) =>
    andThen(reached(all), (): Known<Traversal> => {
      const absolute = all.calls.filter((one) => one.role === "absolute");
      if (absolute.some(holdsFile))
        return unknown("the tool reads absolute paths by design: nothing is forbidden that could be got round");
      if (!absolute.some((one) => one.outcome !== "unanswered")) return unknown("the absolute path was not answered");
      return known({ attempts: all, read: all.calls.filter((one) => one.role === "payload" && holdsFile(one)) });
    }),
  ),
);

/** The output holds the content of the file, not only its name. */
function holdsFile({ tags, output }: Called): boolean {
  const canary = tags["canary"];
  if (typeof canary === "string") return output.includes(canary);
  const lines = output.split(/\r?\n/);
  if (tags["path"] === "/etc/passwd") return lines.filter((line) => line.split(":").length === 7).length >= 3;
  return lines.some((line) => /^ID=/.test(line)) && lines.some((line) => /^NAME=/.test(line));
}
