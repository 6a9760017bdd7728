import { NAME_HEADER, type Named, namedRequests, OTHER_NAME, OWN_NAME } from "../../facts/headers.ts";
import { PROMPTS, RESOURCES, TOOLS } from "../../facts/lists.ts";
import { DISCOVER } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { How, Probe } from "../../model/probe.ts";
import { settle } from "../settle.ts";

/** One call, one read and one prompt, each with its own Mcp-Name and then with another. */
const probe: Probe = {
  id: NAME_HEADER,
  revisions: ["2026-07-28"],
  transports: ["http"],
  impact: "call",
  atOnce: 6,
  after: [DISCOVER, TOOLS.probe, RESOURCES.probe, PROMPTS.probe],
  ready: (recording) =>
    andThen(namedRequests(recording), (requests) =>
      known(async (kit) => {
        const talk = await kit.main();
        const other = `mismatch-${kit.word()}`;
        const ask = ({ method, params, inputSchema, remark }: Named, what: string, how: How) =>
          talk.ask(`${method} ${what}`, method, params, {
            ...how,
            ...(inputSchema === undefined ? {} : { inputSchema }),
            ...(remark === undefined ? {} : { tags: { remark } }),
          });
        const how = { headers: { "Mcp-Name": other }, faulty: true, exact: true };
        const [asked] = await Promise.all([
          Promise.all(requests.map((one) => ask(one, OTHER_NAME, how))),
          ...requests.map((one) => ask(one, OWN_NAME, {})),
        ]);
        await settle(talk, asked);
      }),
    ),
};

export default probe;
