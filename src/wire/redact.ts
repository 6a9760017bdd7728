import type { Answer, Ending, Frame, HttpSent, Sent, StdinWrite } from "../model/exchange.ts";
import type { Header, Target } from "../model/target.ts";
import { findSecrets } from "./secret-forms.ts";
import { isRedactable, isSecretHeader, maskedHeader, secretsOf } from "./secrets.ts";

export const REDACTED = "[redacted]";

/** Takes the user's secrets out of what is recorded. All of it is pure; what holds no secret comes back as it is. */
export interface Redactor {
  sent(sent: Sent): Sent;
  answer(answer: Answer): Answer;
  text(text: string): string;
}

/** A redactor for the secrets of one target: of its headers, environment, arguments and URL. */
export function redactor(target: Target): Redactor {
  const secrets = secretsOf(target);
  const userHeaders = target.kind === "http" ? target.headers.filter(isSecretHeader) : [];
  const without = findSecrets(new Set(secrets.filter(isRedactable).map(({ value }) => value)), REDACTED);
  const all = new Set(secrets.map(({ value }) => value));
  const userinfos = target.kind === "http" ? userinfosOf(target.url) : [];

  function text(value: string): string {
    const plain = userinfos.reduce((one, info) => one.replaceAll(`//${info}@`, `//${REDACTED}@`), value);
    const own = target.kind === "http" && plain.includes("?") ? maskQueries(plain) : plain;
    return without === undefined ? own : without(own);
  }

  /** Values in a query are secret by their place, also those that are too short to be looked for in messages. */
  function maskQueries(value: string): string {
    return value.replace(/([?&][^=&#\s"]+=)([^&#\s"]+)/g, (whole, name: string, one: string) =>
      all.has(decodedQuery(one)) ? name + REDACTED : whole,
    );
  }

  function header(one: Header): Header {
    const [name, value] = one;
    for (const user of userHeaders) {
      if (user[0].toLowerCase() !== name.toLowerCase()) continue;
      if (user[1] === value) return [name, maskedHeader(one, REDACTED)];
    }
    const clean = text(value);
    return clean === value ? one : [name, clean];
  }

  function httpSent(sent: HttpSent): HttpSent {
    return {
      ...sent,
      url: text(sent.url),
      headers: sent.headers.map(header),
      ...(sent.body === undefined ? {} : { body: text(sent.body) }),
    };
  }

  function write(one: StdinWrite): StdinWrite {
    return typeof one === "string" ? text(one) : one;
  }

  function frame(one: Frame): Frame {
    switch (one.kind) {
      case "head":
        return { ...one, headers: one.headers.map(([name, value]) => [text(name), text(value)] as const) };
      case "event":
        return {
          ...one,
          ...(one.event === undefined ? {} : { event: text(one.event) }),
          ...(one.id === undefined ? {} : { id: text(one.id) }),
          ...(one.data === undefined ? {} : { data: text(one.data) }),
        };
      default:
        return { ...one, text: text(one.text) };
    }
  }

  function ending(one: Ending): Ending {
    if ("detail" in one) return { ...one, detail: text(one.detail) };
    return one.kind === "exited" ? { ...one, stderr: text(one.stderr) } : one;
  }

  if (secrets.length === 0) return { sent: (sent) => sent, answer: (answer) => answer, text: (value) => value };
  return {
    sent: (sent) => (sent.kind === "http" ? httpSent(sent) : { ...sent, writes: sent.writes.map(write) }),
    answer: (answer) => ({ ...answer, frames: answer.frames.map(frame), ending: ending(answer.ending) }),
    text,
  };
}

/** User name and password as they stand in the URL, and as a URL parser writes them. */
function userinfosOf(url: string): readonly string[] {
  const spellings = URL.canParse(url) ? [url, new URL(url).href] : [url];
  return spellings.flatMap((one) => /\/\/([^/?#]+)@/.exec(one)?.[1] ?? []);
}

function decodedQuery(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}
