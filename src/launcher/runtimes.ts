import { TOOL_VERSION } from "../version.ts";

export type RuntimeId = "native" | "oam" | "bun" | "deno" | "node";

/** What the launcher looks at. Everything is asked for as late as possible: the way to Node has to cost nothing. */
export interface Outside {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As `process.platform` and `process.arch` have it. */
  readonly platform: string;
  readonly arch: string;
  /** The runtime that runs this code, and its version. */
  readonly here: { readonly id: RuntimeId; readonly version: string };
  /** True where the path is a file, or leads to one. Never throws. */
  isFile(path: string): boolean;
  /** Path of a file of an installed package, which need not be there; undefined where the package is not installed. */
  inPackage(name: string, file: string): string | undefined;
  /** The user's home; undefined where there is none. */
  home(): string | undefined;
  /** What `path --version` printed, or why it could not be run. */
  askVersion(path: string): { readonly text: string } | { readonly trouble: string };
}

/** One runtime: how old it may be, where it is looked for, how it starts us. */
export interface Row {
  readonly id: RuntimeId;
  /** As it is called in messages. */
  readonly name: string;
  /** Older ones are passed over: the tool was never checked on them. */
  readonly minimum: string;
  /** No other version will do. */
  readonly exact?: true;
  /** How its answer to --version begins: another program has versions too, and would be started with words it does not know. */
  readonly says: RegExp;
  /** File name without ".exe". */
  readonly file: string;
  /** Variable that names the executable. */
  readonly variable?: string;
  /** Packages that bring it, instead of folders. */
  packages?(outside: Outside): readonly string[];
  /** Folders that are looked in before PATH. */
  folders(outside: Outside): readonly string[];
  /** The words after the executable that run `main` with these arguments. */
  words(main: string, args: readonly string[]): readonly string[];
  /** What to do where there is none, and where it is too old. */
  readonly get: string;
  readonly update: string;
}

/**
 * The permissions that a run needs under Deno: the network and children are what a test is; the environment is handed to
 * children, and says whether colours are wanted; files are the config, reports and recordings, and the bait that is laid
 * out for tools that read what they should not. Nothing asks for more.
 */
export const DENO_PERMISSIONS = ["--allow-net", "--allow-run", "--allow-env", "--allow-read", "--allow-write"] as const;

const none = (): readonly string[] => [];

/** From the best to the one that is always there. */
export const RUNTIMES: readonly Row[] = [
  {
    id: "native",
    name: "the native executable",
    minimum: TOOL_VERSION,
    exact: true,
    says: /^\d/,
    file: "mcp-compliance",
    // npm installs the one whose C library is the machine's; who installs both gets the first that runs.
    packages: ({ platform, arch }) => {
      const system = { linux: "linux", darwin: "darwin", win32: "windows" }[platform];
      const name = `@mcp-compliance/${system}-${arch}`;
      return system === undefined ? [] : system === "linux" ? [name, `${name}-musl`] : [name];
    },
    folders: none,
    words: (_main, args) => args,
    get: "install the package again without --no-optional",
    update: "install mcp-compliance again, so that both packages have the same version",
  },
  {
    id: "oam",
    name: "oam",
    minimum: "0.18.0",
    // With its name or without: what matters is that Node and the others are told apart.
    says: /^(?!v\d\d|deno |mcp-compliance )/,
    file: "oam",
    variable: "OAM_BIN",
    folders: ({ env, platform, home }) => [
      ...given(env.OAM_INSTALL_DIR),
      ...(platform === "win32" ? given(env.LOCALAPPDATA).map((folder) => `${folder}\\oam\\bin`) : []),
      ...given(home()).map((folder) => `${folder}/.oam/bin`),
    ],
    words: (main, args) => ["run", main, "--", ...args],
    get: "install it from https://oamjs.org",
    update: "run: oam self-update",
  },
  {
    id: "bun",
    name: "Bun",
    minimum: "1.4.0",
    says: /^\d/,
    file: "bun",
    variable: "BUN_BIN",
    folders: ({ env, home }) => [
      ...given(env.BUN_INSTALL).map((folder) => `${folder}/bin`),
      ...given(home()).map((folder) => `${folder}/.bun/bin`),
    ],
    // The .env and bunfig.toml of a folder are the project's that is tested there; and the first "--" is Bun's own.
    words: (main, args) => [
      ...["--no-env-file", `--config=${main.replace(/[^\\/]*$/, "bunfig.toml")}`],
      ...[main, "--", ...args],
    ],
    get: "install it from https://bun.com",
    update: "run: bun upgrade",
  },
  {
    id: "deno",
    name: "Deno",
    minimum: "2.9.0",
    says: /^deno \d/,
    file: "deno",
    variable: "DENO_BIN",
    folders: ({ env, home }) => [
      ...given(env.DENO_INSTALL).map((folder) => `${folder}/bin`),
      ...given(home()).map((folder) => `${folder}/.deno/bin`),
    ],
    words: (main, args) => ["run", "--no-config", "--no-lock", ...DENO_PERMISSIONS, main, ...args],
    get: "install it from https://deno.com",
    update: "run: deno upgrade",
  },
  {
    id: "node",
    name: "Node",
    minimum: "20.0.0",
    says: /^v\d/,
    file: "node",
    folders: none,
    words: (main, args) => [main, ...args],
    get: "install it from https://nodejs.org",
    update: "install a newer one from https://nodejs.org",
  },
];

function given(value: string | undefined): readonly string[] {
  return value === undefined || value === "" ? [] : [value];
}
