import type {
  DecisionDetail,
  DecisionsExportQuery,
  DecisionsQuery,
  DecisionSummary,
  ListedDecision,
  Page,
  Sessions,
  SessionsQuery,
  CreateReplay,
  Done,
  Drift,
  EndedExperiment,
  Experiment,
  ExperimentsQuery,
  PageQuery,
  Replay,
} from "@signalbox/contracts";
import { SignalboxApiError } from "../../transport/errors.ts";
import { readEvents } from "../../transport/event-stream.ts";
import type { CallOptions, Transport } from "../../transport/transport.ts";

const STREAM_TIMEOUT_MS = 2 ** 31 - 1;

export interface StreamOptions extends CallOptions {
  /** Called whenever anything arrives, and that is every two seconds at least: silence means that the line is dead. */
  readonly onHeard?: (() => void) | undefined;
}

const at = (sessionId: string): string => `/decisions/${encodeURIComponent(sessionId)}`;

export function decisionsResource(transport: Transport) {
  return {
    list: (query: DecisionsQuery = {}, options?: CallOptions) =>
      transport.json<Page<ListedDecision>>({ method: "GET", path: "/decisions", query, ...options }),
    get: (sessionId: string, options?: CallOptions) =>
      transport.json<DecisionDetail>({ method: "GET", path: at(sessionId), ...options }),
    /** Every decision that fits, as CSV. */
    exportUrl: (query: DecisionsExportQuery = {}) => transport.url("/decisions/export", query),
    /** Conversations of several turns. */
    sessions: (query: SessionsQuery = {}, options?: CallOptions) =>
      transport.json<Sessions>({ method: "GET", path: "/sessions", query, ...options }),
    /** New decisions as they are made, until the signal aborts or the connection ends. */
    stream: (options: StreamOptions = {}) => tail(transport, options),
  };
}

async function* tail(transport: Transport, options: StreamOptions): AsyncGenerator<DecisionSummary> {
  const response = await transport.raw({
    method: "GET",
    path: "/decisions/stream",
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? STREAM_TIMEOUT_MS,
  });
  if (response.body === null)
    throw new SignalboxApiError({
      code: "bad_response",
      detail: "The stream has no body.",
      status: response.status,
    });
  yield* readEvents<DecisionSummary>(response.body, options.onHeard);
}

export function replayResource(transport: Transport) {
  return {
    /** Starts policy A against B over the journal; read it again until it is done. */
    create: (body: CreateReplay) => transport.json<Replay>({ method: "POST", path: "/replay", body }),
    get: (id: string, options?: CallOptions) =>
      transport.json<Replay>({ method: "GET", path: `/replay/${encodeURIComponent(id)}`, ...options }),
    /** Those that are kept, newest first. */
    list: (query: PageQuery = {}, options?: CallOptions) =>
      transport.json<Page<Replay>>({ method: "GET", path: "/replay", query, ...options }),
    delete: (id: string) =>
      transport.json<Done>({ method: "DELETE", path: `/replay/${encodeURIComponent(id)}` }),
    /** Experiments that have ended, newest first. */
    experiments: (query: ExperimentsQuery = {}, options?: CallOptions) =>
      transport.json<Page<EndedExperiment>>({ method: "GET", path: "/experiments", query, ...options }),
    /** The results that the experiment of a preference has shown. @param preferenceId the one whose policy names the experiment */
    experiment: (preferenceId: string, options?: CallOptions) =>
      transport.json<Experiment>({
        method: "GET",
        path: `/experiments/${encodeURIComponent(preferenceId)}`,
        ...options,
      }),
    drift: (options?: CallOptions) =>
      transport.json<Drift>({ method: "GET", path: "/health/drift", ...options }),
  };
}
