export { nodeRuntime } from "./node.ts";
export type { Interrupt, Out, Runtime } from "./runtime.ts";
