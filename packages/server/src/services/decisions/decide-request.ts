// From a wire body to a decision: reads the request, looks up preference and session, asks the engine. Journals nothing.
// Waits only for what is not in memory, so that the usual decision is made without giving up the turn.
import { catalogAt, invalid, type PreferencePolicy, type SelectRequestWire } from "@signalbox/contracts";
import type { Decision, DecisionInput, Engine, Reading, SelectRequest } from "@signalbox/engine";
import { readCheckedRequest } from "@signalbox/engine";
import { isToolLoopOpen, Refusal, resumeTurn, timeOrderedId } from "@signalbox/engine/internals";
import type { JsonObject } from "@signalbox/storage";

import type { AccountState, CompletePreference } from "../../context/account-state.ts";
import { ConversationDigests } from "../../context/content-digest.ts";
import type { FoundTurn, SessionTurn } from "../../context/ports.ts";
import type { Principal } from "../../context/principal.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { whenAll } from "../../context/when-all.ts";
import { completePreference } from "../preferences/complete-preference.ts";
import { rowlessNotice } from "../custom-routers/passed-over.ts";
import { chooseArm, type ExperimentArm } from "../experiments/experiment-run.ts";
import { decideShadow } from "./decide-shadow.ts";
import { takeRate } from "./take-rate.ts";

/** Everything that was known when the decision was made. */
export interface DecidedRequest {
  readonly state: AccountState;
  readonly request: SelectRequest;
  /** Digests of the messages of the request. */
  readonly digests: ConversationDigests;
  /** Preference of the arm, when the preference asked for runs an experiment. */
  readonly preference: CompletePreference | undefined;
  /** Present when the arm was drawn for this chain. */
  readonly arm: ExperimentArm | undefined;
  /** Session of this decision. */
  readonly sessionId: string;
  /** Last turn of the same chain. */
  readonly previous: SessionTurn | undefined;
  /** Without a pick where `refusal` is there. */
  readonly decision: Decision;
  readonly refusal: Refusal | undefined;
  /** The answer that a shadow preference would have given; null without one. */
  readonly shadow: JsonObject | null;
  /** @unit milliseconds since 1970 */
  readonly nowMs: number;
  /** @unit microseconds from the parsed body to the read request */
  readonly readUs: number;
  /** @unit microseconds from the parsed body to the decision */
  readonly decideUs: number;
}

interface Known {
  readonly context: ServiceContext;
  readonly state: AccountState;
  readonly request: SelectRequest;
  readonly digests: ConversationDigests;
  readonly preference: CompletePreference | undefined;
  readonly found: FoundTurn | undefined;
  /** @unit milliseconds since 1970 */
  readonly nowMs: number;
  /** @unit microseconds */
  readonly readUs: number;
}

/** Adds the service's own notices to the warnings of the request. */
function withNotice(request: SelectRequest, preference: CompletePreference | undefined): SelectRequest {
  const notices = [
    preference?.notice,
    preference?.learned && rowlessNotice(preference.learned, request),
  ].filter((notice) => notice !== undefined);
  return notices.length === 0 ? request : { ...request, warnings: [...request.warnings, ...notices] };
}

/** @throws SignalboxError as `engine.decide`, but for refusals */
function decideOrRefuse(engine: Engine, input: DecisionInput): Pick<DecidedRequest, "decision" | "refusal"> {
  try {
    return { decision: engine.decide(input), refusal: undefined };
  } catch (error) {
    if (error instanceof Refusal) return { decision: error.decision, refusal: error };
    throw error;
  }
}

function decideKnown(known: Known, startedMs: number): DecidedRequest {
  const { context, state, request, digests, found, nowMs } = known;
  const previous = found?.isJoined === true ? found.turn : undefined;
  const resumed = found && resumeTurn(found.turn, { nowMs, ttlS: state.settings.session_ttl_s });
  const session = resumed && { ...resumed, isFound: request.previousSession === undefined };
  const sessionId = timeOrderedId(nowMs, context.random.uuid());
  const chainId = session === undefined || previous === undefined ? sessionId : previous.chainId;
  const { preference, arm } = chooseArm(known.preference, chainId);
  const engine: Engine = context.engine.current;
  const input: DecisionInput = {
    asked: request,
    known: {
      owner: state.accountId,
      remembered: digests.in(state.memory),
      preference,
      session,
      learned: preference?.learned ?? state.learned,
      observedLatency: state.observedLatency,
      explorationRate: state.settings.exploration_rate,
      explorationDraw: context.random.uniform(),
    },
  };
  const made = decideOrRefuse(engine, input);
  const shadow = made.refusal ? null : decideShadow(engine, input, preference?.shadow);
  const decideUs = (performance.now() - startedMs) * 1000;
  return {
    ...made,
    state,
    request: withNotice(request, preference),
    digests,
    preference,
    arm,
    sessionId,
    previous,
    shadow,
    nowMs,
    readUs: known.readUs,
    decideUs,
  };
}

export interface DecideCall {
  readonly context: ServiceContext;
  readonly principal: Principal;
  readonly body: SelectRequestWire;
  /** Takes the place of the preference, when a policy is tried out before it is saved; the caller has checked it. */
  readonly draft?: PreferencePolicy | undefined;
  /** Bounds what reading the request may cost, and counts the decision, too. */
  readonly reading?: ({ run<T>(work: () => T): T } & Reading) | undefined;
}

/** @throws SignalboxError validation_failed, artefact_mismatch, not_found, rate_limited */
export function decideRequest(call: DecideCall): DecidedRequest | Promise<DecidedRequest> {
  const { context, principal } = call;
  return whenAll([context.accounts.get(principal.accountId)], (state) =>
    whenAll([takeRate(context, principal, state)], () => {
      const startedMs = performance.now();
      const read = readCall(call, state);
      return whenAll(
        [findPreference(call, state, read.request), findTurn(call, state, read)],
        (preference, found) => {
          const decide = (): DecidedRequest =>
            decideKnown({ context, state, ...read, preference, found }, startedMs);
          return call.reading === undefined ? decide() : call.reading.run(decide);
        },
      );
    }),
  );
}

function draftPreference(
  context: ServiceContext,
  accountId: string,
  { experiment: _experiment, ...policy }: PreferencePolicy,
): Promise<CompletePreference> {
  const { storage, engine } = context;
  const draft = { id: "draft", accountId, name: "draft", version: 1, policy, createdAtMs: 0, updatedAtMs: 0 };
  return completePreference(storage, draft, engine.artefactVersion);
}

interface ChainQuestion {
  readonly state: AccountState;
  readonly request: SelectRequest;
}

/** Whose chain a conversation continues with; the playground and requests that opt out are alone. */
export function isChainSought({ state, request }: ChainQuestion): boolean {
  return state.settings.find_sessions && request.findsSession;
}

function findChain(
  context: ServiceContext,
  principal: Principal,
  question: ChainQuestion & { readonly nowMs: number; readonly digests: ConversationDigests },
): FoundTurn | undefined | Promise<FoundTurn | undefined> {
  const { state, request, nowMs, digests } = question;
  if (principal.kind !== "key" || !isChainSought(question)) return undefined;
  return context.chains.find({
    accountId: state.accountId,
    keyId: principal.keyId,
    digests,
    conversation: request,
    isToolLoopOpen: isToolLoopOpen(request.messages),
    oldestMs: nowMs - state.settings.session_ttl_s * 1000,
    nowMs,
  });
}

/** @throws SignalboxError not_found */
function findStated(
  context: ServiceContext,
  accountId: string,
  sessionId: string,
): FoundTurn | Promise<FoundTurn> {
  return whenAll([context.sessions.find(accountId, sessionId)], (turn): FoundTurn => ({
    turn,
    isJoined: true,
  }));
}

type ReadCall = Pick<Known, "request" | "digests" | "nowMs" | "readUs">;

function readCall({ context, body, reading }: DecideCall, state: AccountState): ReadCall {
  const startedMs = performance.now();
  const nowMs = context.clock.nowMs();
  const catalog = catalogAt(state.catalog, nowMs);
  const read = (): SelectRequest => readCheckedRequest(body, catalog, reading);
  const request = reading === undefined ? read() : reading.run(read);
  const readUs = (performance.now() - startedMs) * 1000;
  if (state.settings.strict_requests && request.warnings.length > 0) throw invalid(request.warnings);
  const digests = new ConversationDigests(request.messages, state.digestKey, body.subject);
  return { request, digests, nowMs, readUs };
}

function findPreference(
  { context, draft }: DecideCall,
  state: AccountState,
  request: SelectRequest,
): CompletePreference | undefined | Promise<CompletePreference | undefined> {
  if (draft !== undefined) return draftPreference(context, state.accountId, draft);
  const id = request.preferenceId ?? state.settings.default_preference_id ?? undefined;
  return id === undefined ? undefined : context.accounts.preference(state, id);
}

function findTurn(
  { context, principal }: DecideCall,
  state: AccountState,
  read: ReadCall,
): FoundTurn | undefined | Promise<FoundTurn | undefined> {
  const { previousSession } = read.request;
  return previousSession === undefined
    ? findChain(context, principal, { state, ...read })
    : findStated(context, state.accountId, previousSession);
}
