import { andThen, type Fact, fact, known } from "../model/fact.ts";
import { type Attempts, attemptsOf, byTool, type Called, reached } from "./injection.ts";

const PROBE = "security/ssrf";

/** Where the clouds keep what a machine knows of itself. */
export const METADATA_URL = "http://169.254.169.254/latest/meta-data/";

/** Other spellings of http://127.0.0.1:<port>/. */
export function spellings(port: number): readonly string[] {
  return [`http://127.1:${port}/`, `http://2130706433:${port}/`, `http://[::ffff:127.0.0.1]:${port}/`];
}

const METADATA_LINES = ["ami-id", "instance-id", "local-hostname", "security-credentials"];

export interface Fetches {
  readonly attempts: Attempts;
  /** Internal addresses that a tool fetched by their plain spelling. */
  readonly plain: readonly Called[];
  /** Those that it fetched by another spelling although it refuses the plain one. */
  readonly roundabout: readonly Called[];
  /** Listings of a cloud's metadata, by how many of its lines came. */
  readonly metadata: readonly { readonly call: Called; readonly lines: readonly string[] }[];
}

export const fetches: Fact<Fetches> = fact("ssrf fetches", [PROBE], (recording) =>
  andThen(attemptsOf(PROBE).of(recording), (all) =>
    andThen(reached(all), () => {
      const fetched = all.calls.filter((one) => one.role === "payload" && brought(one));
      const plain = fetched.filter((one) => one.tags["plain"] === true);
      const roundabout = byTool(fetched).flatMap((calls) =>
        calls.some((one) => one.tags["plain"] === true) ? [] : calls,
      );
      const metadata = all.calls.flatMap((call) => {
        if (call.role !== "payload" || typeof call.tags["canary"] === "string") return [];
        const here = call.output.split(/\r?\n/).map((line) => line.trim().replace(/\/$/, ""));
        const lines = METADATA_LINES.filter((one) => here.includes(one));
        return lines.length === 0 ? [] : [{ call, lines }];
      });
      return known({ attempts: all, plain, roundabout, metadata });
    }),
  ),
);

/** The word of our own listener came back: it was fetched. The word is in no payload, so an echo does not show it. */
function brought({ tags, output }: Called): boolean {
  const canary = tags["canary"];
  return typeof canary === "string" && output.includes(canary);
}
