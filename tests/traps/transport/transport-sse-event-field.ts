import { httpAnswer, restreamed, trap } from "../../support/mutate.ts";

function streamed(name: string, change: (piece: string) => string) {
  return trap(
    { name, revisions: ["2025-11-25"], transports: ["http"], options: { sse: "always" } },
    httpAnswer((answer) => restreamed(answer, change)),
  );
}

export default [
  streamed("data without an event line", (piece) => piece.replace("event: message\n", "")),
  streamed("keepalives of another type beside the response", (piece) => `event: keepalive\ndata: {}\n\n${piece}`),
  streamed("events with an id and empty data", (piece) => `id: x\ndata:\n\n${piece}`),
  streamed("the response comes under two types", (piece) =>
    piece.includes("event: message\n") ? `${piece}${piece.replace("event: message\n", "event: response\n")}` : piece,
  ),
];
