import type { IncomingMessage, ServerResponse } from "node:http";

import type { Protocol } from "../protocols/protocol.ts";

/** One request of a client, and the answer that it waits for. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly protocol: Protocol;
  /** Path and query, as the client sent them. */
  readonly path: string;
}
