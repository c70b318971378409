// The client: select, call, report. Works wherever fetch and Web Crypto are: Node, Deno, Bun, workers, browsers.
import type { FeedbackReport, FeedbackResult } from "@signalbox/contracts";
import {
  type CallOptions,
  type Transport,
  type ClientOptions,
  createTransport,
} from "./transport/transport.ts";
import {
  type ModelCall,
  type ModelCallEnvironment,
  type ModelCallOptions,
  createReporter,
  type ReporterOptions,
  chat,
  type ChatAnswer,
} from "./call/call-model.ts";
import type { ChunkSource } from "./call/chunk-source.ts";
import { stream, type ChatStream } from "./call/stream.ts";
import type { Candidate } from "./select/candidates.ts";
import type { ContentOptions } from "./private/hide-content.ts";
import { select, type FallbackOptions, type SelectOptions } from "./select/select.ts";
import type { Selection, SelectRequest } from "./select/selection.ts";
import { createBreaker, type ServiceHealth, isAlive } from "./transport/breaker.ts";

/** Repeatable, since the service counts the same report once. */
export const sendFeedback = (
  transport: Transport,
  body: FeedbackReport,
  options?: CallOptions,
): Promise<FeedbackResult> =>
  transport.json({ method: "POST", path: "/feedback", isRepeatable: true, ...options, body });

export interface SignalboxOptions
  extends
    ClientOptions,
    FallbackOptions,
    ContentOptions,
    ReporterOptions,
    Pick<ModelCallOptions<unknown>, "attemptsMax" | "callTimeoutMs" | "chunkTimeoutMs" | "mayTryNext"> {
  /** Called when the service begins to count as gone, is probed, or is back; what it throws is not heard. */
  readonly onHealth?: ((health: ServiceHealth) => void) | undefined;
}

/** A report whose session is undefined when the service did not choose. */
export type MaybeFeedback = Omit<FeedbackReport, "session_id"> & { readonly session_id: string | undefined };

export interface Signalbox {
  /** Which of the candidates to call for this conversation. @throws SignalboxApiError */
  select<const C extends Candidate>(
    request: SelectRequest<C>,
    options?: SelectOptions,
  ): Promise<Selection<C>>;
  /**
   * Selects, then calls the model through the caller's function, down the ranking while models fail. Seconds and tokens are
   * reported by themselves. @throws SignalboxApiError, ModelCallError
   */
  chat<const C extends Candidate, T>(
    request: SelectRequest<C>,
    call: ModelCall<C, SelectRequest<C>, T>,
    options?: ModelCallOptions<T>,
  ): Promise<ChatAnswer<C, T>>;
  /**
   * As `chat`, for functions that give chunks: resolves when the first chunk is there. A stream that breaks later throws
   * StreamInterruptedError with what was got. @throws SignalboxApiError, ModelCallError
   */
  stream<const C extends Candidate, T>(
    request: SelectRequest<C>,
    call: ModelCall<C, SelectRequest<C>, ChunkSource<T>>,
    options?: ModelCallOptions<T>,
  ): Promise<ChatStream<C, T>>;
  /** How good an answer was. The same report twice counts once. @throws SignalboxApiError */
  feedback(body: FeedbackReport, options?: CallOptions): Promise<FeedbackResult>;
  /** Reports on a selection that the service may not have made: without a session nothing is sent, and undefined comes back. */
  feedback(body: MaybeFeedback, options?: CallOptions): Promise<FeedbackResult | undefined>;
  /**
   * Whether the service is asked. After three outages within ten seconds, or one limit that passed in silence, calls with a
   * fallback are answered without it until a probe finds it back.
   */
  health(): ServiceHealth;
  /** Resolves when every report under way has arrived or failed; for the end of a process. Never rejects. */
  flush(): Promise<void>;
}

const DEFAULTS = { timeoutMs: 5000, deadlineMs: 10_000 } as const;

/** @throws SignalboxApiError bad_request when the key cannot be in a header */
export function createSignalbox(options: SignalboxOptions): Signalbox {
  const transport = createTransport(options, DEFAULTS);
  const breaker = createBreaker({ probe: () => isAlive(options), onHealth: options.onHealth });
  const send = (body: FeedbackReport, call?: CallOptions): Promise<FeedbackResult> =>
    sendFeedback(transport, body, call);
  const { fallback, fallbackFor, hashContent, reader, contentKey } = options;
  const { attemptsMax, callTimeoutMs, chunkTimeoutMs, mayTryNext } = options;
  const ask: ModelCallEnvironment["select"] = (request, own) =>
    select({ transport, breaker }, request, {
      fallback,
      fallbackFor,
      hashContent,
      reader,
      contentKey,
      ...own,
    });
  const environment = { select: ask, sendFeedback: send, reporter: createReporter(send, options) };
  const isReport = (body: MaybeFeedback): body is FeedbackReport => body.session_id !== undefined;
  function feedback(body: FeedbackReport, call?: CallOptions): Promise<FeedbackResult>;
  function feedback(body: MaybeFeedback, call?: CallOptions): Promise<FeedbackResult | undefined>;
  async function feedback(body: MaybeFeedback, call?: CallOptions): Promise<FeedbackResult | undefined> {
    return isReport(body) ? send(body, call) : undefined;
  }
  const limits = { attemptsMax, callTimeoutMs, chunkTimeoutMs, mayTryNext };
  return {
    select: (request, own = {}) => ask(request, own),
    chat: (request, call, own) => chat(environment, request, call, { ...limits, ...own }),
    stream: (request, call, own) => stream(environment, request, call, { ...limits, ...own }),
    feedback,
    health: () => breaker.health(),
    flush: () => environment.reporter.flush(),
  };
}
