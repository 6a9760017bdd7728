import { type Search, search } from "./find.ts";
import { type Outside, type Row, RUNTIMES, type RuntimeId } from "./runtimes.ts";
import { compareVersions } from "./versions.ts";

export type Choice =
  /** Go on in this process. */
  | { readonly kind: "here"; readonly notes: readonly string[] }
  | {
      readonly kind: "start";
      readonly row: Row;
      readonly path: string;
      readonly notes: readonly string[];
      /** Name of the runtime that runs this process, where it would do as well. */
      readonly spare: string | undefined;
    }
  | { readonly kind: "refused"; readonly code: number; readonly message: string };

export const VARIABLE = "MCP_COMPLIANCE_RUNTIME";

/** Picks the runtime: the one that the variable names, else the best that is present. */
export function pick(outside: Outside): Choice {
  const wanted = (outside.env[VARIABLE] ?? "").toLowerCase() || "auto";
  if (wanted === "auto") return best(outside);
  const row = RUNTIMES.find((one) => one.id === wanted);
  if (row === undefined) {
    const known = ["auto", ...RUNTIMES.map((one) => one.id)].join(", ");
    return { kind: "refused", code: 2, message: `${VARIABLE} is "${wanted}"; it can be ${known}.` };
  }
  if (isHere(row, outside)) return { kind: "here", notes: [] };
  const result = search(row, outside);
  const { found, wrongVariable } = result;
  if (found === undefined) return { kind: "refused", code: 1, message: refusal(row, result, outside) };
  const notes = wrongVariable === undefined ? [] : [`${wrongVariable}; using ${row.name} ${found.version} instead.`];
  return { kind: "start", row, path: found.path, notes, spare: undefined };
}

function best(outside: Outside): Choice {
  const troubles: string[] = [];
  for (const row of RUNTIMES) {
    if (isHere(row, outside)) return { kind: "here", notes: notes(troubles, row, undefined) };
    const { found, wrongVariable, passedOver } = search(row, outside);
    if (wrongVariable !== undefined) troubles.push(wrongVariable);
    if (found !== undefined) {
      const spare = RUNTIMES.find((one) => isHere(one, outside))?.name;
      return { kind: "start", row, path: found.path, notes: notes(troubles, row, found.version), spare };
    }
    troubles.push(...passedOver);
  }
  const last = RUNTIMES.at(-1) as Row;
  const message = `${[...troubles, `no runtime was found that is new enough`].join("; ")}: ${last.get}.`;
  return { kind: "refused", code: 1, message };
}

function notes(troubles: readonly string[], row: Row, version: string | undefined): readonly string[] {
  const name = version === undefined || row.exact === true ? row.name : `${row.name} ${version}`;
  return troubles.map((trouble) => `${trouble}; using ${name} instead.`);
}

/** True where this process runs on it already; then nothing is looked for. */
function isHere(row: Row, { here }: Outside): boolean {
  return here.id === row.id && compareVersions(here.version, row.minimum) >= 0;
}

function refusal(row: Row, { wrongVariable, passedOver, old }: Search, { here }: Outside): string {
  const self = here.id === row.id ? [`this is ${row.name} ${here.version}, older than ${row.minimum}`] : [];
  const troubles = [...self, ...(wrongVariable === undefined ? [] : [wrongVariable]), ...passedOver];
  const version = row.exact === true ? row.minimum : `${row.minimum} or later`;
  const remedies = [
    ...(wrongVariable === undefined ? [] : [`correct ${row.variable} or unset it`]),
    ...(old || self.length > 0 ? [row.update] : troubles.length === 0 ? [row.get] : []),
  ];
  if (remedies.length === 0) remedies.push(row.get);
  const what = troubles.length === 0 ? "" : `: ${troubles.join("; ")}`;
  return `${VARIABLE} is "${row.id satisfies RuntimeId}", but ${row.name} ${version} was not found${what}. To mend it, ${remedies.join(", or ")}.`;
}
