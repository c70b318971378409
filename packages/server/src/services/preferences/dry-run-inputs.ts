// The decisions that a dry run makes again: conversations that the caller sends, or journalled decisions whose words are gone.
// Both become a function from a policy to a decision, so that the run itself need not know which it has.
import {
  catalogAt,
  invalid,
  readKeptTags,
  SignalboxError,
  type DryRun,
  type DryRunResult,
  type FieldError,
  type PreferencePolicy,
} from "@signalbox/contracts";
import {
  readCheckedRequest,
  type CandidateInput,
  type Decision,
  type Known,
  type LearnedPolicy,
} from "@signalbox/engine";
import { readRecord, sessionOfJournalled } from "@signalbox/engine/internals";
import type { DecisionRow } from "@signalbox/storage";

import type { AccountState } from "../../context/account-state.ts";
import { readAsked } from "../journal/asked-json.ts";
import { loadRouter } from "./complete-preference.ts";
import type { ServiceContext } from "../../context/service-context.ts";

/** A policy with what decisions under it have learned: its custom router, else what the account learned. */
export interface PolicySide {
  readonly policy: PreferencePolicy;
  readonly learned: LearnedPolicy | undefined;
  /** Candidates at prices other than those of the day; absent: as they were. */
  readonly reprice?: ((candidates: readonly CandidateInput[]) => readonly CandidateInput[]) | undefined;
}

export interface DryRunCase {
  /** Null for a conversation of the caller. */
  readonly sessionId: string | null;
  /** @throws SignalboxError no_eligible_candidate */
  decide(side: PolicySide): Decision;
}

export async function loadSide(
  { storage, engine }: Pick<ServiceContext, "storage" | "engine">,
  { accountId, learned }: AccountState,
  policy: PreferencePolicy,
): Promise<PolicySide> {
  const router = await loadRouter(storage, { accountId, policy }, engine.artefactVersion);
  return { policy, learned: router.learned ?? learned };
}

interface DryRunCases {
  readonly cases: readonly DryRunCase[];
  /** Journalled decisions that another artefact made, or that kept no encoding. */
  readonly skipped: number;
  readonly traffic: DryRunResult["traffic"];
}

const SKIM_FACTOR = 5;

function knownTo(state: AccountState, { policy, learned }: PolicySide): Known {
  return {
    preference: { id: "dry-run", version: 1, policy },
    session: undefined,
    learned,
    observedLatency: state.observedLatency,
    explorationDraw: 0,
  };
}

function relocate(fault: SignalboxError, index: number): SignalboxError {
  const prefix = `body.conversations.${index}`;
  const errors: FieldError[] = fault.errors.map((error) => ({
    ...error,
    location: `${prefix}.${error.location}`,
  }));
  return new SignalboxError(fault.code, `${prefix}: ${fault.detail}`, { errors, cause: fault });
}

function conversationCase(
  context: ServiceContext,
  state: AccountState,
  wire: NonNullable<DryRun["conversations"]>[number],
): DryRunCase {
  const request = readCheckedRequest(wire, catalogAt(state.catalog, context.clock.nowMs()));
  if (request.warnings.length > 0) throw invalid(request.warnings);
  return {
    sessionId: null,
    decide: (side) => context.engine.current.decide({ asked: request, known: knownTo(state, side) }),
  };
}

export function journalledCase(
  context: Pick<ServiceContext, "engine">,
  state: AccountState,
  row: DecisionRow,
): DryRunCase | undefined {
  const { features, request } = row;
  const asked = {
    ...readAsked(request, catalogAt(state.catalog, row.createdAtMs)),
    tags: readKeptTags(row.tags),
  };
  const { candidates } = asked;
  const isDecidable = row.artefactVersion === context.engine.artefactVersion && candidates.length > 0;
  if (!isDecidable || features === null) return undefined;
  const record = readRecord(row.record);
  const session = sessionOfJournalled(record);
  return {
    sessionId: row.sessionId,
    decide: (side) =>
      context.engine.current.decideAgain(
        {
          asked: side.reprice === undefined ? asked : { ...asked, candidates: side.reprice(candidates) },
          known: { ...knownTo(state, side), session },
        },
        { record, features },
      ),
  };
}

async function journalledCases(
  context: ServiceContext,
  state: AccountState,
  { wanted, preferenceId }: { readonly wanted: number; readonly preferenceId?: string },
): Promise<Omit<DryRunCases, "traffic">> {
  const { accountId } = state;
  const cases: DryRunCase[] = [];
  let skipped = 0;
  const limit = wanted * SKIM_FACTOR;
  const newest = { accountId, limit, newestFirst: true, ...(preferenceId !== undefined && { preferenceId }) };
  for await (const row of context.storage.decisions.stream(newest)) {
    const found = journalledCase(context, state, row);
    if (found === undefined) skipped += 1;
    else cases.push(found);
    if (cases.length === wanted) break;
  }
  return { cases, skipped };
}

/** @throws SignalboxError validation_failed naming the conversation that cannot be read */
export async function readDryRunCases(
  context: ServiceContext,
  state: AccountState,
  input: DryRun & { readonly id: string },
): Promise<DryRunCases> {
  const own: DryRunCase[] = [];
  for (const [index, wire] of (input.conversations ?? []).entries())
    try {
      own.push(conversationCase(context, state, wire));
    } catch (fault) {
      throw fault instanceof SignalboxError ? relocate(fault, index) : fault;
    }
  const { id: preferenceId, last_decisions: wanted } = input;
  if (wanted === undefined) return { cases: own, skipped: 0, traffic: "preference" };
  const made = await journalledCases(context, state, { wanted, preferenceId });
  const isUnused = made.cases.length === 0 && made.skipped === 0;
  const { cases, skipped } = isUnused ? await journalledCases(context, state, { wanted }) : made;
  return { cases: [...own, ...cases], skipped, traffic: isUnused ? "account" : "preference" };
}
