// Answers when the service cannot: the caller's declared default, or a router inside the process.
// Invariant: it takes the place of a service that failed, never of one that refused, unless the caller asks for that.
import type { SelectRequestWire } from "@signalbox/contracts";

import { SignalboxApiError } from "../transport/errors.ts";
import type { Candidate, CandidateList } from "./candidates.ts";
import { buildSelection } from "./selection.ts";
import type { Selection } from "./selection.ts";

export interface LocalAnswer {
  readonly llm_label: string;
  /** Labels in the order to try them; without it only `llm_label` is tried. */
  readonly ranking?: readonly string[] | undefined;
}

/** A router inside the process, for example `createRouter()` of `@signalbox/engine`. */
export interface LocalRouter {
  /** Gets the request as the service would, without `previous_session`, which only the service knows. */
  select(request: SelectRequestWire): LocalAnswer | Promise<LocalAnswer>;
}

/** Label of a candidate, or a router. */
export type Fallback = string | LocalRouter;

/**
 * `outages`: the service is unreachable, late, overloaded, broken, or its answer is not one of the candidates.
 * `everything`: also when it refuses the call (401, 403, 404, 422), unless rules leave no candidate. The caller's own abort is
 * never answered.
 */
export type FallbackFor = "outages" | "everything";

const TOO_EARLY = 425;
const TOO_LATE = 408;
const TOO_MANY = 429;

/** Whether the fault is with the caller, so that an answer in spite of it would hide a mistake. */
export function isRefusal({ status, code }: SignalboxApiError): boolean {
  if (code === "bad_request") return true;
  return status >= 400 && status < 500 && ![TOO_LATE, TOO_EARLY, TOO_MANY].includes(status);
}

export function isAnswered(fault: SignalboxApiError, fallbackFor: FallbackFor): boolean {
  // Refuses: where rules leave no candidate, a fallback could be a forbidden model.
  if (fault.code === "aborted" || fault.code === "no_eligible_candidate") return false;
  return fallbackFor === "everything" || !isRefusal(fault);
}

function assertRouter(fallback: Partial<LocalRouter> | null): void {
  if (typeof fallback?.select === "function") return;
  const detail = "The fallback must be the label of a candidate, or a router: an object with `select`.";
  throw new SignalboxApiError({ code: "bad_request", detail, status: 0 });
}

/** Thrown when the call is made, not when the service fails. @throws SignalboxApiError unlisted_label, bad_request */
export function assertListed(fallback: Fallback | undefined, listed: CandidateList<Candidate>): void {
  if (fallback === undefined) return;
  if (typeof fallback !== "string") return assertRouter(fallback);
  if (listed.has(fallback)) return;
  const detail = `The fallback ${JSON.stringify(fallback)} is not among the candidates. Name one of them.`;
  throw new SignalboxApiError({ code: "unlisted_label", detail, status: 0 });
}

interface Outage<C extends Candidate> {
  readonly fallback: Fallback;
  readonly listed: CandidateList<C>;
  readonly request: SelectRequestWire;
  readonly fault: SignalboxApiError;
}

/** @throws SignalboxApiError the fault itself, when the local router fails too or names what is not listed */
export async function fallBack<C extends Candidate>(outage: Outage<C>): Promise<Selection<C>> {
  const { fallback, listed, fault } = outage;
  const origin = typeof fallback === "string" ? "default" : "local";
  const labels =
    typeof fallback === "string" ? [fallback, ...listed.keys()] : await askLocally(fallback, outage);
  const facts = {
    session_id: undefined,
    reasoning_effort: undefined,
    explanation: undefined,
    origin,
    isDegraded: true,
    fault,
  } as const;
  const selection = buildSelection(listed, labels, facts);
  if (selection === undefined)
    throw bothFailed(fault, new Error(`The local router named ${JSON.stringify(labels[0])}.`));
  return selection;
}

async function askLocally(
  router: LocalRouter,
  { request, fault }: Outage<Candidate>,
): Promise<readonly string[]> {
  const { previous_session: _known, ...rest } = request;
  try {
    const { llm_label, ranking } = await router.select(rest);
    return [llm_label, ...(ranking ?? [])];
  } catch (cause) {
    throw bothFailed(fault, cause);
  }
}

const bothFailed = (fault: SignalboxApiError, cause: unknown): SignalboxApiError =>
  new SignalboxApiError({
    code: fault.code,
    detail: `${fault.detail} The local router gave no answer either.`,
    status: fault.status,
    title: fault.title,
    requestId: fault.requestId,
    retryAfterS: fault.retryAfterS,
    cause,
  });
