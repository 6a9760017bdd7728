import { serveTrivial } from "../../src/runtime/trivial-server.ts";
import { ANSWER_BYTES } from "./load-request.ts";

await serveTrivial(ANSWER_BYTES);
