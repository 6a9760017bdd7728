import type { Json } from "../model/json.ts";
import type { StdioInput, StdioOutput } from "../model/serving.ts";
import { type CutLine, LONGEST_LINE, lineCutter } from "../protocol/lines.ts";
import { type Answer, type Context, failure, INVALID_REQUEST, type LastWord, type Told } from "./answer.ts";
import {
  acknowledgement,
  answerModern,
  type Core,
  changeServer,
  initializeRefusal,
  isModern,
  isRefusal,
  listenResult,
  modernContext,
  notification,
  type Refusal,
  readMetadata,
  response,
  tagged,
  toldOf,
  unsupportedVersion,
} from "./core.ts";
import { broken, type Heard, hear, hearText, type Request } from "./hear.ts";
import { ask } from "./http-legacy.ts";
import { MODERN_VERSIONS } from "./modern.ts";
import type { Sending } from "./options.ts";
import { type Port, play } from "./play.ts";
import {
  answerLegacy,
  cancelRunning,
  changeSession,
  noteLegacy,
  openSession,
  type Running,
  replyTo,
  type Session,
  toldToSession,
} from "./session.ts";

type Owner = Omit<Sending, "kind">;

/** The server on stdio: one process. Legacy from initialize on; modern requests are served as they come. */
export function createProcess(core: Core, output: StdioOutput): StdioInput {
  const decoder = new TextDecoder("utf-8");
  const encoder = new TextEncoder();
  const running = new Set<Running>();
  const { eras } = core.options;
  let session: Session | undefined;
  const lines = lineCutter();
  let over = false;

  const send = (message: Json) => {
    if (!over) output.stdout(encoder.encode(`${JSON.stringify(message)}\n`));
  };
  const say = (told: Told, owner: Owner) => notification(core, told, owner).forEach(send);

  core.audience.add((topic) => {
    const told = session === undefined ? undefined : toldToSession(core, session, topic);
    if (told !== undefined) say(told, { era: "legacy", transport: "stdio" });
  });

  const hearLine = ({ text, tooLong }: CutLine): void => {
    if (tooLong) return hearMessage(broken(undefined, `a line has ${LONGEST_LINE} characters at most`));
    if (text.trim() === "") return;
    hearMessage(hearText(text));
  };

  const hearMessage = (heard: Heard): void => {
    switch (heard.kind) {
      case "broken":
        response(core, heard.id, heard.fault as LastWord, {
          era: eras === "2026-07-28" ? "modern" : "legacy",
          transport: "stdio",
        }).forEach(send);
        return;
      case "batch":
        return hearBatch(heard.members);
      case "response":
        if (session !== undefined) replyTo(session, heard.id, heard.reply);
        return;
      case "notification": {
        if (session !== undefined) noteLegacy(session, heard.method, heard.params);
        if (heard.method === "notifications/cancelled") cancelRunning(running, heard.params["requestId"]);
        return;
      }
      case "request":
        if (isLegacy(heard.request)) return serveLegacy(heard.request);
        return serveModern(heard.request);
    }
  };

  const isLegacy = (request: Request): boolean => {
    if (eras !== "dual") return eras === "2025-11-25";
    return !isModern(request.params) && (session !== undefined || request.method === "initialize");
  };

  const hearBatch = (members: readonly Json[]): void => {
    if (session?.version === "2025-03-26" && members.length > 0)
      for (const member of members) hearMessage(hear(member));
    else
      hearMessage({
        kind: "broken",
        id: undefined,
        fault: failure(INVALID_REQUEST, "Invalid Request: batches are not supported"),
      });
  };

  const serveModern = (request: Request): void => {
    const checked = checkModern(request);
    const owner = { era: "modern", transport: "stdio", request } as const;
    if (isRefusal(checked)) return response(core, request.id, checked.word, owner).forEach(send);
    const context = modernContext(core, "stdio", request, checked, "");
    serve(request, answerModern(core, request, context), { ...owner, context });
  };

  const serveLegacy = (request: Request): void => {
    const { answer, context } = answerLegacy(core, session, request, "stdio");
    const owner = { era: "legacy", transport: "stdio", request } as const;
    serve(request, answer, context === undefined ? owner : { ...owner, context });
  };

  const serve = (request: Request, answer: Answer, owner: Owner & { readonly context?: Context }): void => {
    let stop = () => {};
    let stopListening = () => {};
    const own = {
      id: request.id,
      cancel() {
        stop();
        stopListening();
        running.delete(own);
      },
    };
    running.add(own);
    const finish = (word: LastWord) => {
      running.delete(own);
      if (request.method === "initialize" && owner.era === "legacy")
        session ??= openSession(core.world.token(), request, word);
      response(core, request.id, word, owner).forEach(send);
    };
    const port: Port = {
      tell: (told) => say(told, owner),
      ask: (method, params, replied) => ask(core, session, method, params, replied, send, owner),
      change: (change) =>
        owner.era === "legacy" ? changeSession(core, session, change) : changeServer(core, "", change),
      join: (taskId, ended) => core.tasks.join(taskId, ended),
      listen(filter) {
        say(acknowledgement(filter, request.id), owner);
        const hears = (topic: Parameters<typeof toldOf>[0]) => {
          const told = toldOf(topic, filter);
          if (told !== undefined) say(tagged(told, request.id), owner);
        };
        const end = () => {
          stopListening();
          // Two pages ask for different last words (patterns/cancellation, patterns/subscriptions): both are said.
          const params = { requestId: request.id, reason: "The server ends" };
          say(tagged({ method: "notifications/cancelled", params }, request.id), owner);
          finish(listenResult(request.id));
        };
        core.audience.add(hears);
        core.held.add(end);
        stopListening = () => {
          core.audience.delete(hears);
          core.held.delete(end);
        };
      },
      last: finish,
    };
    stop = play(answer, port, core.world);
  };

  return {
    chunk(bytes) {
      for (const line of lines.push(decoder.decode(bytes, { stream: true }))) hearLine(line);
    },
    end() {
      if (over) return;
      for (const end of [...core.held]) end();
      over = true;
      for (const one of [...running]) one.cancel();
      output.exit(0);
    },
  };
}

function checkModern(request: Request): ReturnType<typeof readMetadata> | Refusal {
  if (request.method === "initialize" && !isModern(request.params)) return initializeRefusal(request.params);
  const metadata = readMetadata(request);
  if (isRefusal(metadata)) return metadata;
  return MODERN_VERSIONS.includes(metadata.version) ? metadata : unsupportedVersion(metadata.version);
}
