/** What --watch does not look at: what tools and editors write while nobody changes the server. */

/** Folders of other people's code, of versions, of what is built, and of caches, wherever they are. */
const FOLDERS: ReadonlySet<string> = new Set([
  ...["node_modules", "bower_components", "jspm_packages", ".git", ".hg", ".svn", ".jj"],
  ...["dist", "coverage", ".nyc_output", "htmlcov"],
  ...[".cache", ".parcel-cache", ".turbo", ".nx", ".next", ".nuxt", ".output", ".svelte-kit", ".vite", ".angular"],
  ...[".rollup.cache", ".rpt2_cache", ".wrangler", ".vercel", ".netlify", ".serverless", ".gradle", ".pnpm-store"],
  ...["__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".tox", ".nox", ".venv", "venv"],
  ...[".eggs", ".ipynb_checkpoints", ".idea", ".vscode", ".vs", ".fleet"],
]);

const FILES: readonly RegExp[] = [
  /\.log(\.\d+)?(\.gz)?$/i,
  // Vim, Emacs, Kate, JetBrains, GNOME, Office.
  /\.sw[a-z]$/i,
  /^4913$/,
  /~$/,
  /^\.#/,
  /^#.*#$/,
  /___jb_(tmp|old|bak)___$/,
  /^\.goutputstream-/,
  /^~\$/,
  /\.crswap$/,
  /\.(tmp|temp|bak|orig|part|pid)$/i,
  /\.tmp[.-][^/]*$/i,
  /\.pyc$/i,
  /\.(tsbuildinfo|eslintcache|stylelintcache)$/,
  /^\.(eslintcache|stylelintcache|DS_Store|directory|nfs[0-9a-f]+)$/,
  /^(Thumbs\.db|desktop\.ini)$/i,
];

/** The one folder of the list that servers are run from. */
const BUILT = "dist";

/**
 * Whether changes of a path are left out. `path` is relative to the watched folder, with `/`. `built` are the `dist`
 * folders that the server itself is started from: a new build has to be tested.
 */
export function leftOut(path: string, built: readonly string[] = []): boolean {
  const parts = path.split("/");
  const folder = parts.some((part, at) => FOLDERS.has(part) && !built.includes(parts.slice(0, at + 1).join("/")));
  const name = parts.at(-1) ?? "";
  return folder || FILES.some((pattern) => pattern.test(name));
}

/** The `dist` folder that a file of the server's command lies in, by the same kind of path; undefined: in none. */
export function builtFolder(file: string): string | undefined {
  const parts = file.split("/");
  const at = parts.indexOf(BUILT);
  if (at < 0 || at === parts.length - 1 || parts.slice(0, at).some((part) => FOLDERS.has(part))) return undefined;
  return parts.slice(0, at + 1).join("/");
}
