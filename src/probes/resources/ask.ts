import { RESOURCES } from "../../facts/lists.ts";
import { ASK_RESOURCES } from "../../facts/mrtr.ts";
import { readable } from "../../facts/resources.ts";
import { andThen, known } from "../../model/fact.ts";
import { askingProbe } from "../asking.ts";

const MOST = 8;

/** Listed resources by a client that can do everything. */
export default askingProbe({
  id: ASK_RESOURCES,
  method: "resources/read",
  impact: "read",
  after: [RESOURCES.probe],
  candidates: (recording) =>
    andThen(readable(recording, MOST), (uris) => known(uris.map((uri) => ({ params: { uri } })))),
});
