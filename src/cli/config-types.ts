import type { Grade, Revision } from "../model/mod.ts";
import type { Format } from "./formats.ts";
import type { Profile } from "./suite-port.ts";

export type ConfigTarget =
  | {
      readonly type: "http";
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** Header and the environment variable that holds its value. */
      readonly headerEnv: Readonly<Record<string, string>>;
    }
  | {
      readonly type: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      /** Names of environment variables that have to be set. */
      readonly envFrom: readonly string[];
      readonly cwd?: string;
    };

export interface Config {
  /** The file that it came from, or undefined: there is none. */
  readonly file?: string;
  readonly target?: ConfigTarget;
  readonly timeout?: number;
  readonly startupTimeout?: number;
  readonly preflightTimeout?: number;
  readonly retries?: number;
  readonly concurrency?: number;
  readonly only?: readonly string[];
  readonly skip?: readonly string[];
  readonly strict?: boolean;
  readonly minGrade?: Grade;
  readonly format?: Format;
  readonly specVersion?: "auto" | Revision;
  readonly profile?: Profile;
  readonly baseline?: string;
}
