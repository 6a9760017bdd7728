import type { Server } from "../../../src/model/serving.ts";
import type { ReferenceOptions } from "../../../src/reference/options.ts";

/** One change of the server: of what it is made of, or of what it does to the outside. */
export interface Twist {
  readonly options?: (options: ReferenceOptions) => ReferenceOptions;
  readonly server?: (server: Server) => Server;
}
