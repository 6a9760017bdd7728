/**
 * What mutants and traps are written with. A mutant is the reference server with one fault; a trap is the reference
 * server with a conformant peculiarity. Both are made of twists, and run in memory, over HTTP and as a child on stdio.
 *
 * A file tests/mutants/<area>/<rule id>.ts exports an array of mutants, tests/traps/<area>/<rule id>.ts of traps:
 *
 *     // One member of one answer is wrong, in both revisions and on both transports.
 *     export default [
 *       mutant({ name: "values holds objects", revisions: ["2025-11-25", "2026-07-28"] },
 *         setting("completion/complete", "/result/completion/values", [{ value: "x" }])),
 *     ];
 *
 *     // A fault of the HTTP layer alone: the request is seen and changed before, or the response after.
 *     mutant({ name: "a missing Mcp-Method is let through", revisions: ["2026-07-28"], transports: ["http"] },
 *       wrapHttp((request, next) => next(
 *         headerOf(request, "mcp-method") === undefined ? withHeaders(request, { "Mcp-Method": methodOf(request) }) : request)));
 *
 *     // A tool with a hole, and a fault that takes the server down. State belongs into a function around
 *     // the twist: it is asked once per HTTP server, and once per process on stdio.
 *     mutant({ name: "runs its argument in a shell", revisions: ["2025-11-25", "2026-07-28"] },
 *       withTools([tool("grep", { q: { type: "string" } }, (args) => said(execSync(`echo ${args["q"]}`).toString()))]));
 *     mutant({ name: "dies of an unknown method", revisions: ["2025-11-25"], transports: ["stdio"] },
 *       exitsOn((message) => message["method"] === "none/such", { after: true }));
 *     mutant({ name: "the second list is another one", revisions: ["2026-07-28"] }, () => {
 *       let calls = 0;
 *       return resultOf("tools/list", (result) => ((calls += 1) > 1 ? { ...result, tools: [] } : result));
 *     });
 */
import type { Revision, TransportKind } from "../../src/model/revision.ts";
import type { Server, ServerWorld } from "../../src/model/serving.ts";
import type { Header } from "../../src/model/target.ts";
import type { ReferenceOptions } from "../../src/reference/options.ts";
import { createReference } from "../../src/reference/server.ts";
import { serverWorld } from "../../src/runtime/serve-world.ts";
import { testOptions } from "./reference.ts";
import type { Twist } from "./twists/twist.ts";

export { failure, invalidParams, mapLast, result, tell } from "../../src/reference/answer.ts";
export { said, text, toolError } from "../../src/reference/content.ts";
export * from "./twists/both.ts";
export * from "./twists/http.ts";
export { set } from "./twists/json.ts";
export * from "./twists/messages.ts";
export * from "./twists/offer.ts";
export * from "./twists/stdio.ts";
export type { Twist } from "./twists/twist.ts";

export interface About {
  /** Says what is wrong (a mutant) or what looks wrong (a trap). Unique in its file. */
  readonly name: string;
  readonly revisions: readonly Revision[];
  /** Where it shows; both by default. */
  readonly transports?: readonly TransportKind[];
  /** Further rules that fail of the same fault (mutants), or of what looks like one (traps). */
  readonly alsoBreaks?: readonly string[];
  /** Options of the reference server to begin with, `eras: "dual"` for instance. */
  readonly options?: Partial<ReferenceOptions>;
  /** What the user says for the run: headers that go with every request (HTTP), and what is allowed. */
  readonly user?: User;
}

export interface User {
  /** Where the server is said to be (HTTP); MEMORY_URL by default. Its host has to be one that the server answers to. */
  readonly url?: string;
  readonly headers?: readonly Header[];
  /** Tools that may be called whatever their annotations say. */
  readonly tools?: readonly string[];
  readonly tokenInQuery?: boolean;
}

export interface Variant extends Required<Omit<About, "options">> {
  /** A new server, with state of its own. */
  server(revision: Revision, world?: ServerWorld): Server;
}

export type Mutant = Variant;
export type Trap = Variant;

/**
 * A twist that has state is given as a function: it is asked once per server, that is for HTTP (`process` 0) and for
 * every process on stdio (1, 2, ...; a real child only ever sees 1).
 */
export type Twisting = Twist | ((process: number) => Twist);

export function mutant(about: About, ...twists: readonly Twisting[]): Mutant {
  return {
    name: about.name,
    revisions: about.revisions,
    transports: about.transports ?? ["http", "stdio"],
    alsoBreaks: about.alsoBreaks ?? [],
    user: about.user ?? {},
    server(revision, world = serverWorld()) {
      const build = (process: number): Server => {
        const made = twists.map((one) => (typeof one === "function" ? one(process) : one));
        const options = made.reduce((now, twist) => twist.options?.(now) ?? now, testOptions(revision, about.options));
        return made.reduce((now, twist) => twist.server?.(now) ?? now, createReference(options, world));
      };
      const http = build(0);
      let processes = 0;
      return {
        ...http,
        stdio(output) {
          processes += 1;
          return build(processes).stdio(output);
        },
      };
    },
  };
}

export function trap(about: About, ...twists: readonly Twisting[]): Trap {
  return mutant(about, ...twists);
}
