import { isServed } from "../../facts/evidence.ts";
import { ANONYMOUS, CONTROL, FOREIGN, labelled, META_UNUSUAL } from "../../facts/meta.ts";
import { conversation, DISCOVER, declaredLists, HANDSHAKE } from "../../facts/session.ts";
import { andThen, known } from "../../model/fact.ts";
import type { Json } from "../../model/json.ts";
import type { Kit, Probe } from "../../model/probe.ts";
import { META_CLIENT_INFO } from "../../protocol/dialects/2026-07-28.ts";
import { together } from "../together.ts";

type Meta = { readonly [key: string]: Json };

/** Keys that belong to nobody here: one of a vendor and, where they are reserved for it, trace context. */
const VENDOR: Meta = { "com.example.probe/x": { a: [1] } };
const TRACE: Meta = { traceparent: "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01" };

/** Requests with an unusual `_meta` beside plain ones; what is refused is asked once more, with its twin. */
const probe: Probe = {
  id: META_UNUSUAL,
  revisions: ["2025-11-25", "2026-07-28"],
  transports: ["http", "stdio"],
  impact: "read",
  atOnce: 6,
  after: [HANDSHAKE, DISCOVER],
  ready: (recording) =>
    andThen(conversation.of(recording), () => {
      const lists = declaredLists(recording).slice(0, 1);
      return known((kit) => run(kit, kit.revision === "2025-11-25" ? ["ping"] : ["server/discover", ...lists]));
    }),
};

async function run(kit: Kit, methods: readonly string[]): Promise<void> {
  const talk = await kit.main();
  const modern = kit.revision === "2026-07-28";
  const variants: readonly (readonly [string, Meta])[] = [
    [FOREIGN, modern ? { ...VENDOR, ...TRACE } : { "com.example/probe": "x" }],
    ...(modern ? [[ANONYMOUS, { [META_CLIENT_INFO]: null }] as const] : []),
  ];
  const requests = methods.flatMap((method) => variants.map(([kind, meta]) => ({ method, kind, meta })));
  const controls = (of: readonly string[]) => of.map((method) => ({ method, kind: CONTROL, meta: undefined }));
  const refused: (typeof requests)[number][] = [];
  await together(kit, [...controls(methods), ...requests], async ({ method, kind, meta }) => {
    const exchange = await talk.ask(labelled(kind, method), method, undefined, meta === undefined ? {} : { meta });
    if (meta !== undefined && !isServed(exchange)) refused.push({ method, kind, meta });
  });
  if (refused.length === 0) return;
  const once = requests.filter((one) =>
    refused.some((other) => other.method === one.method && other.kind === one.kind),
  );
  await together(kit, [...once, ...controls(methods)], ({ method, kind, meta }) =>
    talk.ask(labelled(kind, method), method, undefined, meta === undefined ? {} : { meta }),
  );
}

export default probe;
