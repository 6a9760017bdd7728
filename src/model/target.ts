/** A header as it is sent: name and value, in the order and spelling of the wire. */
export type Header = readonly [name: string, value: string];

/** A server reached over Streamable HTTP. `headers` are the user's and go with every request. */
export interface HttpTarget {
  readonly kind: "http";
  readonly url: string;
  readonly headers: readonly Header[];
  /** Do not verify the TLS certificate. */
  readonly insecure?: boolean;
  /** PEM text of an additional certificate authority. */
  readonly ca?: string;
}

/** A server that is started as a child process and spoken to over stdin and stdout. */
export interface StdioTarget {
  readonly kind: "stdio";
  readonly command: string;
  readonly args: readonly string[];
  /** Added to the tool's own environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export type Target = HttpTarget | StdioTarget;
