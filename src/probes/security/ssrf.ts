import { placeholders } from "../../facts/arguments.ts";
import { urlParameter } from "../../facts/injection.ts";
import { METADATA_URL, spellings } from "../../facts/ssrf.ts";
import { safestTools } from "../../facts/tools.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { aims, attempt } from "../attempt.ts";
import { together } from "../together.ts";

/** Leads a tool that fetches to a listener of ours on this machine, or (a remote server) to its cloud's metadata. */
const probe: Probe = {
  id: "security/ssrf",
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "call",
  after: ["tools/list"],
  ready: (recording) => {
    const choice = safestTools(recording, (tool) => {
      const parameter = urlParameter(tool);
      return parameter === undefined
        ? undefined
        : placeholders(tool.inputSchema, { [parameter]: "https://example.invalid/" });
    });
    return andThen(choice, (tools) =>
      known(async (kit) => {
        const talk = await kit.main();
        const canary = kit.word(24);
        const port = await kit.local?.listen(canary);
        const plain = port === undefined ? METADATA_URL : `http://127.0.0.1:${port}/`;
        const others = port === undefined || kit.revision === "2025-11-25" ? [] : spellings(port);
        const more = port === undefined ? {} : { canary };
        await together(kit, aims(tools, urlParameter), async (aim) => {
          const values = [
            ["baseline", `https://${kit.word(10)}.example.invalid/`],
            ...[plain, ...others].map((value) => ["payload", value] as const),
          ] as const;
          await together(kit, values, ([role, value]) =>
            attempt(talk, aim, role, value, { ...more, plain: value === plain }),
          );
        });
      }),
    );
  },
};

export default probe;
