// One call of one upstream, up to its first byte. What comes behind that belongs to the client.
import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";

interface UpstreamCall {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
  /** @unit milliseconds */
  readonly firstByteMs: number;
  /** @unit milliseconds */
  readonly idleMs: number;
  /** The client is gone. */
  readonly signal: AbortSignal;
}

export interface Opened {
  readonly response: IncomingMessage;
  /** Undefined for an answer without a body. */
  readonly first: Buffer | undefined;
}

export class UpstreamFault extends Error {
  readonly isLate: boolean;
  constructor(message: string, options: { readonly isLate: boolean; readonly cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isLate = options.isLate;
  }
}

const AGENTS = {
  "http:": { agent: new HttpAgent({ keepAlive: true }), request: httpRequest },
  "https:": { agent: new HttpsAgent({ keepAlive: true }), request: httpsRequest },
} as const;

/** Resolves with the first bytes of the body, or with its end. */
function firstChunk(response: IncomingMessage): Promise<Buffer | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | undefined>();
  const settle = (): void => {
    const chunk = response.read() as Buffer | null;
    if (chunk === null && !response.readableEnded && !response.complete) return;
    done();
    resolve(chunk ?? undefined);
  };
  const fail = (cause: unknown): void => {
    done();
    reject(new UpstreamFault("The upstream broke off before its answer.", { isLate: false, cause }));
  };
  const done = (): void => {
    response.off("readable", settle).off("end", settle).off("error", fail).off("aborted", fail);
  };
  response.on("readable", settle).on("end", settle).on("error", fail).on("aborted", fail);
  return promise;
}

/** A provider closes connections that were idle, and may do so while a call is on its way: the provider has not read that call. */
const wasStale = (sent: ClientRequest, cause: unknown): boolean =>
  sent.reusedSocket &&
  cause instanceof Error &&
  "code" in cause &&
  (cause.code === "ECONNRESET" || cause.code === "EPIPE");

/** @returns undefined where the connection was closed before the call reached the upstream */
async function callOnce(call: UpstreamCall): Promise<Opened | undefined> {
  const { url, headers, body, signal, firstByteMs } = call;
  const { agent, request } = AGENTS[url.protocol === "https:" ? "https:" : "http:"];
  const sent = request(url, { method: "POST", headers: headers as Record<string, string>, agent, signal });
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    sent.destroy(new Error("late"));
  }, firstByteMs);
  try {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    sent.on("response", resolve).on("error", reject);
    sent.end(body);
    const response = await promise;
    const first = await firstChunk(response);
    // A whole answer has given its socket back already.
    if (!response.complete) response.setTimeout(call.idleMs, () => response.destroy(new Error("idle")));
    return { response, first };
  } catch (cause) {
    signal.throwIfAborted();
    if (isLate) throw new UpstreamFault("The upstream sent nothing in time.", { isLate, cause });
    if (cause instanceof UpstreamFault) throw cause;
    if (wasStale(sent, cause)) return undefined;
    throw new UpstreamFault("The upstream cannot be reached.", { isLate, cause });
  } finally {
    clearTimeout(timer);
  }
}

/** @throws UpstreamFault where no byte came; the abort's own reason where the client went first */
export async function callUpstream(call: UpstreamCall): Promise<Opened> {
  // Each round takes a connection that was kept, or opens one, whose failure is the upstream's.
  for (;;) {
    const opened = await callOnce(call);
    if (opened !== undefined) return opened;
  }
}
