import { UserFault } from "../model/mod.ts";
import { withTools } from "../reference/choose.ts";
import type { ReferenceOptions } from "../reference/options.ts";
import { createReference, referenceOptions } from "../reference/server.ts";
import { paintWith } from "../report/layout.ts";
import { listenHttp } from "../runtime/serve-http.ts";
import { serveStdio } from "../runtime/serve-stdio.ts";
import { serverWorld } from "../runtime/serve-world.ts";
import { TOOL_VERSION } from "../version.ts";
import { asText, type ClientReport, isBroken, printClientReport } from "../witness/report.ts";
import type { Command, Context } from "./command.ts";
import { COMMAND } from "./defaults.ts";
import { lookFor } from "./look.ts";
import { SERVE_OPTIONS } from "./serve-options.ts";
import { checkTools, type ServeSettings, serveSettings } from "./serve-settings.ts";
import { sites } from "./serve-sites.ts";
import { delayed, delayedStdio, type Watching, watch } from "./serve-watch.ts";
import type { World } from "./world.ts";

/** How long open answers may take to end when the server is stopped, in milliseconds. */
const DRAIN_MS = 2000;

export const serveCommand: Command = {
  name: "serve",
  usage: "[options]",
  description:
    "Runs the strictly conformant reference server, both eras, to test a client against. What clients send is judged by " +
    "the specification: --log says at once what is wrong, and at the end there is a report for each client.",
  words: { kind: "plain", names: [] },
  options: SERVE_OPTIONS,
  more: [
    "Over HTTP: GET /audit/self audits the server by its own bound address; GET /client-report gives what clients did " +
      "wrong so far (?format=json, text or markdown).",
    "Over stdio the log and the report go to stderr; the client ends the server by closing its stdin.",
    "Exit codes: 0 stopped; 1 --strict, and a client broke a MUST; 2 usage, or the port is in use; 70 a bug of this tool.",
  ],
  examples: [
    [`${COMMAND} serve --log`, "http://127.0.0.1:3000/mcp, both eras"],
    [`${COMMAND} serve --transport stdio --report json=clients.json`, "as a child of the client"],
    [`${COMMAND} serve --tools 500 --latency 200`, "a long list, a slow server"],
  ],
  run,
};

async function run({ argv, world, suite }: Context): Promise<number> {
  const settings = serveSettings(argv);
  const options = await referenceFor(settings);
  return settings.transport === "stdio"
    ? await overStdio(settings, options, argv, world)
    : await overHttp(settings, options, argv, world, suite);
}

async function referenceFor(settings: ServeSettings): Promise<ReferenceOptions> {
  const reference = referenceOptions(settings.eras, TOOL_VERSION);
  const official = settings.fixtures === "official" ? await import("../reference/fixtures/official.ts") : undefined;
  const base = official === undefined ? reference : official.withOfficialFixtures(reference);
  checkTools(
    settings.tools,
    base.offer.tools.map((one) => String(one.definition["name"])),
  );
  return {
    ...base,
    offer: settings.tools === undefined ? base.offer : withTools(base.offer, settings.tools),
    servedAs: settings.servedAs,
    origins: settings.origins,
    ...(settings.pageSize === undefined ? {} : { pageSize: settings.pageSize }),
  };
}

type Argv = Context["argv"];

async function overHttp(
  settings: ServeSettings,
  options: ReferenceOptions,
  argv: Argv,
  world: World,
  suite: Context["suite"],
): Promise<number> {
  const paint = paintWith(lookFor(world.stdout, argv, world).color);
  const print = (line: string) => void world.stdout.write(`${line}\n`);
  const server = createReference(options, serverWorld());
  const watching = watch("http", settings, paint, print);
  const site = sites({
    settings,
    options,
    watching,
    suite,
    handler: watching.http(delayed(server.http, settings.latencyMs)),
    bare: server.http,
  });
  const listening = await listenHttp(site.handler, { host: settings.host, port: settings.port }).catch(
    (error: unknown) => {
      throw cannotListen(error, settings);
    },
  );
  site.boundTo(listening.port);
  await world.stdout.write(
    `${paint.bold(listening.url)} speaks ${settings.eras === "dual" ? "2026-07-28 and 2025-11-25 (and before)" : settings.eras}. Ctrl+C stops it.\n` +
      paint.dim(
        `  its own audit  ${listening.url.replace(/\/mcp$/, "/audit/self")}\n  its clients    ${listening.url.replace(/\/mcp$/, "/client-report")}\n`,
      ),
  );
  await stopped(world);
  site.close();
  server.close();
  await listening.drain(DRAIN_MS);
  return await finish(watching, settings, world, paint, print);
}

async function overStdio(
  settings: ServeSettings,
  options: ReferenceOptions,
  argv: Argv,
  world: World,
): Promise<number> {
  const paint = paintWith(lookFor(world.stderr, argv, world).color);
  const print = (line: string) => void world.stderr.write(`${line}\n`);
  const server = createReference(options, serverWorld());
  const watching = watch("stdio", settings, paint, print);
  let end = () => {};
  const handler = watching.stdio(delayedStdio(server.stdio, settings.latencyMs));
  const off = world.onInterrupt(() => end());
  const code = await serveStdio((output) => {
    const input = handler(output);
    end = () => input.end();
    return input;
  });
  off();
  const own = await finish(watching, settings, world, paint, print);
  return code === 0 ? own : code;
}

/** Resolves at the first interrupt. A second one ends the process at once. */
function stopped(world: World): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    world.onInterrupt((signal) => {
      if (asked) return world.exitNow(signal === "SIGINT" ? 130 : 143);
      asked = true;
      resolve();
    });
  });
}

async function finish(
  watching: Watching,
  settings: ServeSettings,
  world: World,
  paint: ReturnType<typeof paintWith>,
  print: (line: string) => void,
): Promise<number> {
  const report: ClientReport = watching.report(new Date().toISOString());
  if (report.clients.length > 0) print(`\n${asText(report, paint).trimEnd()}`);
  for (const { format, file } of settings.reports) {
    try {
      await world.writeText(file, printClientReport(report, format));
    } catch (error) {
      throw new UserFault(
        `--report: ${file} could not be written (${error instanceof Error ? error.message : String(error)}).`,
      );
    }
  }
  return settings.strict && isBroken(report) ? 1 : 0;
}

function cannotListen(error: unknown, { host, port }: ServeSettings): unknown {
  const code = (error as { readonly code?: unknown }).code;
  const where = `${host}:${port}`;
  if (code === "EADDRINUSE")
    return new UserFault(
      `${where} is in use already. Stop what listens there, choose another with --port, or take any free one with --port 0.`,
    );
  if (code === "EACCES")
    return new UserFault(`${where} may not be used by this user. Choose a port above 1023 with --port.`);
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND" || code === "EAI_AGAIN")
    return new UserFault(
      `--host ${host} is no address of this machine. Expected for example 127.0.0.1, ::1 or 0.0.0.0.`,
    );
  return error;
}
