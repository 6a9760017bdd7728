import { Server } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const NOTES = new Map([["note://one", "The first note"]]);

function makeServer() {
  const server = new Server({ name: "snippet", version: "1.0.0" }, { capabilities: { resources: {} } });
  server.setRequestHandler("resources/list", async () => ({
    resources: [...NOTES.keys()].map((uri) => ({ uri, name: uri })),
  }));
  // show
  server.setRequestHandler("resources/read", async ({ params }) => {
    const text = NOTES.get(params.uri);
    if (text === undefined) return { contents: [] };
    return { contents: [{ uri: params.uri, text }] };
  });
  // end
  return server;
}

serveStdio(makeServer);
