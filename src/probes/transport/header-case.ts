import { HEADER_CASE } from "../../facts/headers.ts";
import { conversation, DISCOVER } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Probe } from "../../model/probe.ts";
import { control } from "../control.ts";
import { settle } from "../settle.ts";

/** A sound request whose header names are written in other cases, through the carrier that keeps them. */
const probe: Probe = {
  id: HEADER_CASE,
  revisions: ["2026-07-28"],
  transports: ["http"],
  impact: "read",
  atOnce: 3,
  after: [DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () =>
      known(async (kit) => {
        const talk = await kit.main();
        const ask = (headers: { readonly [name: string]: string }) =>
          control(talk, `names ${Object.keys(headers).join(" and ")}`, { headers, exact: true });
        const [, ...asked] = await Promise.all([
          control(talk, "control"),
          ask({ "mcp-protocol-version": kit.revision, "MCP-METHOD": "server/discover" }),
          ask({ "mCp-PrOtOcOl-vErSiOn": kit.revision, "mcp-method": "server/discover" }),
        ]);
        await settle(talk, asked);
      }),
    ),
};

export default probe;
