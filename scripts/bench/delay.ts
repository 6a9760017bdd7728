import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface Delay {
  readonly port: number;
  close(): Promise<void>;
}

/** A TCP proxy on loopback to a port of this machine: each piece arrives half of `roundTripMs` later, in order. */
export async function delayed(target: number, roundTripMs: number): Promise<Delay> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (near) => {
    const far = connect({ port: target, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      const later = (act: () => void): void => void setTimeout(act, roundTripMs / 2);
      from.on("data", (bytes) => later(() => void (to.destroyed || to.write(bytes))));
      from.on("end", () => later(() => to.end()));
      from.on("error", () => later(() => to.destroy()));
      from.on("close", () => {
        sockets.delete(from);
        later(() => to.destroy());
      });
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the proxy has no port");
  return {
    port: address.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}
