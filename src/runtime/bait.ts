import type { Local } from "../model/probe.ts";

/** A file in the temporary folder and a listener on loopback, made when they are asked for and taken away at the end. */
export function nodeBait(): Local & { close(): Promise<void> } {
  const undo: (() => Promise<void>)[] = [];
  return {
    async plant(text) {
      const [{ mkdtemp, rm, writeFile }, { tmpdir }, { join }] = await Promise.all([
        import("node:fs/promises"),
        import("node:os"),
        import("node:path"),
      ]);
      try {
        const folder = await mkdtemp(join(tmpdir(), "mcp-compliance-"));
        undo.push(() => rm(folder, { recursive: true, force: true }));
        const path = join(folder, "canary.txt");
        await writeFile(path, text);
        return path;
      } catch {
        return undefined;
      }
    },
    async listen(text) {
      const { createServer } = await import("node:http");
      const server = createServer((_request, response) => response.end(text));
      // Whoever listens here must not keep the program alive.
      server.unref();
      const port = await new Promise<number | undefined>((resolve) => {
        server.once("error", () => resolve(undefined));
        server.listen(0, "127.0.0.1", () => {
          const address = server.address();
          resolve(typeof address === "object" ? address?.port : undefined);
        });
      });
      undo.push(
        () =>
          new Promise((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
          }),
      );
      return port;
    },
    async close() {
      await Promise.all(undo.splice(0).map((one) => one().catch(() => {})));
    },
  };
}
