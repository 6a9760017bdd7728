import type { Header } from "./target.ts";

/** What a server needs of the world: it enters as values, so that a server is a pure function of what it hears. */
export interface ServerWorld {
  /** Milliseconds since 1970. */
  now(): number;
  /** 128 random bits as 32 lower-case hexadecimal digits. */
  token(): string;
  /** Runs `then` once, `ms` milliseconds from now, unless the returned function is called before. */
  after(ms: number, then: () => void): () => void;
}

/** An HTTP request as a server sees it, its body read to the end. */
export interface HttpRequest {
  readonly method: string;
  /** Path and query as on the request line. */
  readonly path: string;
  /** In the order and spelling of the wire, repeats kept. */
  readonly headers: readonly Header[];
  /** Empty when there was none. */
  readonly body: string;
  /** The TCP connection: equal numbers, same one. A sound server does not look at it. */
  readonly socket?: number;
}

/** Where an open answer is written. Nothing may follow `end` or `cut`. */
export interface StreamSink {
  write(text: string): void;
  end(): void;
  /** Breaks the connection in the middle of the body. */
  cut(): void;
}

export type HttpBody =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** Called when the head is out. The returned function is called when the client goes away before the end. */
  | { readonly kind: "stream"; readonly open: (sink: StreamSink) => () => void };

export type HttpResponse =
  | { readonly kind: "answer"; readonly status: number; readonly headers: readonly Header[]; readonly body: HttpBody }
  /** The connection is closed without an answer. */
  | { readonly kind: "drop" }
  /** Nothing is ever sent, and the connection stays open. */
  | { readonly kind: "silence" }
  /** The process of the server ends: all its connections break and its port closes. */
  | { readonly kind: "die" };

export type HttpHandler = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>;

/** What a stdio server does to the world. Nothing may follow `exit`. */
export interface StdioOutput {
  stdout(bytes: Uint8Array): void;
  stderr(text: string): void;
  exit(code: number): void;
}

/** What reaches a stdio server. */
export interface StdioInput {
  chunk(bytes: Uint8Array): void;
  /** The client closed stdin. */
  end(): void;
  /** SIGTERM came; absent: it ends the process. */
  terminate?(): void;
}

/** Starts one process. */
export type StdioHandler = (output: StdioOutput) => StdioInput;

/** A server on both transports. Which of them is used, and over what, is the host's business. */
export interface Server {
  readonly http: HttpHandler;
  readonly stdio: StdioHandler;
  /** Ends held streams gracefully, as on shutdown. */
  close(): void;
}
