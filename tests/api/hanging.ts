import { createServer } from "node:net";

export interface Hanging {
  readonly url: string;
  /** Resolves when something was sent to it. */
  readonly asked: Promise<void>;
  /** How many connections it has taken. */
  taken(): number;
  /** Resolves when all its connections are gone. */
  left(): Promise<void>;
  close(): Promise<void>;
}

/** A server that takes every connection and answers nothing. */
export async function hanging(): Promise<Hanging> {
  const open = new Set<object>();
  let taken = 0;
  let heard = () => {};
  const asked = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const server = createServer((socket) => {
    taken += 1;
    open.add(socket);
    socket.on("data", () => heard());
    socket.on("error", () => {});
    socket.on("close", () => open.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { readonly port: number };
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    asked,
    taken: () => taken,
    async left() {
      while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
