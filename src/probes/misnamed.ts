import { type Named, OTHER_NAME, OWN_NAME } from "../facts/headers.ts";
import type { How, Kit } from "../model/probe.ts";
import { settle } from "./settle.ts";

/** Each request with its own Mcp-Name, and with another. */
export async function askMisnamed(kit: Kit, requests: readonly Named[]): Promise<void> {
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
}
