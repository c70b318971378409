// The question to the service, its answer held against the caller's list, and what is answered in its place.
import type { SelectRequestWire, SelectResponse } from "@signalbox/contracts";

import { hideContent } from "../private/hide-content.ts";
import type { ContentOptions } from "../private/hide-content.ts";
import { SignalboxApiError } from "../transport/errors.ts";
import type { Breaker } from "../transport/breaker.ts";
import type { Answer, Call, CallOptions, Transport } from "../transport/transport.ts";
import { listCandidates, wireCandidate } from "./candidates.ts";
import type { Candidate, CandidateList } from "./candidates.ts";
import { assertListed, fallBack, isAnswered } from "./fallback.ts";
import type { Fallback, FallbackFor } from "./fallback.ts";
import { buildSelection } from "./selection.ts";
import type { Selection, SelectRequest } from "./selection.ts";

export interface FallbackOptions {
  /** Answers when the service cannot: one of the candidates by label, or a router inside the process. Default: none. */
  readonly fallback?: Fallback | undefined;
  /** Default `outages`. */
  readonly fallbackFor?: FallbackFor | undefined;
}

export interface SelectOptions extends CallOptions, FallbackOptions, ContentOptions {}

/**
 * How long to wait: where a fallback can answer nobody should wait long; without one the service gets time to come back. @unit
 * milliseconds
 */
const DEADLINE_MS = { withFallback: 1000, alone: 10_000 } as const;

export interface Service {
  readonly transport: Transport;
  readonly breaker: Breaker;
}

export async function select<C extends Candidate>(
  { transport, breaker }: Service,
  request: SelectRequest<C>,
  options: SelectOptions,
): Promise<Selection<C>> {
  const { fallback, fallbackFor = "outages", hashContent, reader, contentKey, ...call } = options;
  const listed = listCandidates(request.llm_providers);
  assertListed(fallback, listed);
  const wire = wireRequest(request);
  const outage = fallback === undefined ? undefined : breaker.knownOutage();
  if (fallback !== undefined && outage !== undefined)
    return fallBack({ fallback, listed, request: wire, fault: outage });
  const deadlineDefaultMs = fallback === undefined ? DEADLINE_MS.alone : DEADLINE_MS.withFallback;
  try {
    const body = hashContent === true ? await hideContent(wire, { reader, contentKey }) : wire;
    const answer = await ask(transport, body, { deadlineDefaultMs, ...call });
    breaker.note(undefined);
    return readAnswer(answer, listed);
  } catch (fault) {
    if (fault instanceof SignalboxApiError && fault.code !== "aborted") breaker.note(fault);
    const isOurs = fault instanceof SignalboxApiError && isAnswered(fault, fallbackFor);
    if (!isOurs || fallback === undefined) throw fault;
    return fallBack({ fallback, listed, request: wire, fault });
  }
}

type AskOptions = CallOptions & Pick<Call, "deadlineDefaultMs">;

const ask = (transport: Transport, body: SelectRequestWire, call: AskOptions): Promise<Answer<unknown>> =>
  transport.exchange({ method: "POST", path: "/model-select", isRepeatable: true, ...call, body });

function wireRequest(request: SelectRequest): SelectRequestWire {
  const include = [...new Set([...(request.include ?? []), "ranking"])];
  const { llm_providers: candidates, ...wishes } = request;
  const given = Object.entries(wishes).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(given) as Partial<SelectRequestWire>),
    llm_providers: Array.isArray(candidates) ? candidates.map(wireCandidate) : (candidates as never[]),
    include,
  };
}

/** @throws SignalboxApiError bad_response for half an answer, unlisted_label for a label that the caller did not list */
function readAnswer<C extends Candidate>(
  { body, headers }: Answer<unknown>,
  listed: CandidateList<C>,
): Selection<C> {
  if (!isWhole(body)) {
    const detail = "The answer lacks a label or a session. Check that the address is a Signalbox service.";
    throw new SignalboxApiError({ code: "bad_response", detail, status: 200 });
  }
  const { llm_label, session_id, ranking, explanation, reasoning_effort } = body;
  const isDegraded = headers.get("x-signalbox-degraded") === "true";
  const facts = {
    session_id,
    reasoning_effort,
    explanation,
    origin: "service",
    isDegraded,
    fault: undefined,
  } as const;
  const selection = buildSelection(listed, [llm_label, ...(ranking ?? [])], facts);
  if (selection !== undefined) return selection;
  const detail = `The service named ${JSON.stringify(llm_label)}, which is not among the candidates.`;
  throw new SignalboxApiError({ code: "unlisted_label", detail, status: 200 });
}

function isWhole(body: unknown): body is SelectResponse {
  if (typeof body !== "object" || body === null) return false;
  const { llm_label, session_id, ranking } = body as Partial<Record<keyof SelectResponse, unknown>>;
  const isRanking = ranking === undefined || Array.isArray(ranking);
  return typeof llm_label === "string" && typeof session_id === "string" && isRanking;
}
