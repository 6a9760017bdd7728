import type { Outside, Row } from "./runtimes.ts";
import { compareVersions, versionIn } from "./versions.ts";

/** What was found of one runtime. `trouble` is of finds that had to be passed over, in words for a person. */
export interface Search {
  readonly found: { readonly path: string; readonly version: string } | undefined;
  /** About the variable that names the executable: told whatever else was found. */
  readonly wrongVariable: string | undefined;
  /** About other finds: told where none was good. */
  readonly passedOver: readonly string[];
  /** One of the finds was only too old: an update is the remedy. */
  readonly old: boolean;
}

/** Looks for a runtime: where its variable points, else the newest one in its folders and on PATH. */
export function search(row: Row, outside: Outside): Search {
  const named = row.variable === undefined ? undefined : outside.env[row.variable];
  let wrongVariable: string | undefined;
  let old = false;
  if (row.variable !== undefined && named !== undefined && named !== "") {
    const asked = outside.isFile(named) ? ask(row, named, outside) : { trouble: "is not there", old: false };
    if ("version" in asked) return { found: asked, wrongVariable, passedOver: [], old };
    wrongVariable = `${row.variable} names ${named}, which ${asked.trouble}`;
    old = asked.old;
  }
  let found: Search["found"];
  const passedOver: string[] = [];
  for (const path of places(row, outside)) {
    if (path === named) continue;
    const asked = ask(row, path, outside);
    if ("trouble" in asked) {
      passedOver.push(`${path} ${asked.trouble}`);
      old ||= asked.old;
    } else if (found === undefined || compareVersions(asked.version, found.version) > 0) found = asked;
    // The one that belongs to this package is as good as any.
    if (found !== undefined && row.exact === true) break;
  }
  return { found, wrongVariable, passedOver: found === undefined ? passedOver : [], old };
}

type Asked = { readonly path: string; readonly version: string } | { readonly trouble: string; readonly old: boolean };

function ask(row: Row, path: string, outside: Outside): Asked {
  const answer = outside.askVersion(path);
  if ("trouble" in answer) return { trouble: `could not be run (${answer.trouble})`, old: false };
  const version = versionIn(answer.text);
  if (version === undefined) return { trouble: "does not say its version", old: false };
  const text = answer.text.trim();
  if (!row.says.test(text)) {
    const [first = ""] = text.split(/[\r\n]/);
    return { trouble: `is not ${row.name}: its --version is ${JSON.stringify(first.slice(0, 60))}`, old: false };
  }
  const order = compareVersions(version, row.minimum);
  if (row.exact === true && order !== 0) return { trouble: `is version ${version}, not ${row.minimum}`, old: true };
  return order < 0 ? { trouble: `is ${row.name} ${version}, older than ${row.minimum}`, old: true } : { path, version };
}

/** Files that may be the runtime, each once, in the order in which they are preferred where versions are equal. */
function places(row: Row, outside: Outside): readonly string[] {
  const windows = outside.platform === "win32";
  // Only .exe: a .cmd shim cannot be started without a shell, which would read the arguments its own way.
  const file = windows ? `${row.file}.exe` : row.file;
  const inPackages = (row.packages?.(outside) ?? []).map((name) => outside.inPackage(name, file));
  const path = outside.env.PATH ?? outside.env.Path ?? "";
  const folders = [
    ...row.folders(outside),
    ...(row.packages === undefined ? path.split(windows ? ";" : ":").filter((one) => one !== "") : []),
  ];
  const all = [
    ...inPackages.filter((one) => one !== undefined),
    ...folders.map((folder) => `${folder.replace(/[\\/]$/, "")}${windows ? "\\" : "/"}${file}`),
  ];
  return [...new Set(all)].filter((one) => outside.isFile(one));
}
