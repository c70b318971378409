// From the outlook to one candidate: who may compete, the objective's order, the session planner, exploration.
import { describeFieldError, SignalboxError, type FieldError } from "@signalbox/contracts";
import type { Estimated } from "../estimate/estimated.ts";
import { FILTER_TABLE } from "../filter/filter-table.ts";
import type { Binding } from "../filter/filter.ts";
import { rejectionWords } from "../filter/rejection-words.ts";
import type { RejectionCode, RejectionRecord } from "../filter/rejection.ts";
import type { ConversationFacts } from "../reader/conversation/read-conversation.ts";
import type { ObjectiveRecord } from "../objective/objective.ts";
import type { Filtered } from "../filter/filter-candidates.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import type { RoutingModel } from "../model/load-routing-model.ts";
import type { SessionHorizon } from "../session/session-horizon.ts";
import type { DecisionInput } from "../input/decision-input.ts";
import type { PolicyDefaults } from "../input/default-policy.ts";
import type { SessionRecord } from "../session/session-state.ts";
import type { DegradedReason } from "../record/decision-record.ts";
import { planSession, sessionRecordOf, type PlanInput } from "./plan-session.ts";
import { explore, type Explored } from "./explore.ts";
import { rankBy } from "../rank/rank.ts";

// Bans and limits fail closed: where they leave no candidate, the answer is an error with every candidate's reason.
const FIXES: Readonly<Record<Binding, string>> = {
  always: "Offer a candidate that the preference lets in, or change its rule.",
  unless_waived:
    "Offer a candidate that keeps the limit, loosen it, or set `fallback` to `least_bad` to make it a wish.",
  if_strict: "Offer a candidate that meets this, or loosen the preference.",
};

function faultOf(rejection: RejectionRecord): FieldError {
  return {
    location: `llm_providers: ${rejection.label}`,
    message: rejectionWords(rejection),
    fix: FIXES[FILTER_TABLE[rejection.code].binds],
  };
}

/** @throws SignalboxError no_eligible_candidate with one fault for every candidate */
function assertAnyPermitted(permitted: readonly Estimated[], rejected: readonly RejectionRecord[]): void {
  if (permitted.length > 0) return;
  const errors = rejected.map(faultOf);
  const first = errors[0] === undefined ? "" : ` ${describeFieldError(errors[0])}`;
  const detail = `Every one of the ${rejected.length} candidates is rejected.${first}`;
  throw new SignalboxError("no_eligible_candidate", detail, { errors });
}

// Everything that is known once the candidates were estimated and filtered, before any is chosen.
export interface Outlook {
  readonly model: RoutingModel;
  readonly input: DecisionInput;
  readonly conversation: ConversationFacts;
  readonly encoding: PromptEncoding;
  readonly objective: ObjectiveRecord;
  readonly horizon: SessionHorizon | undefined;
  readonly estimated: readonly Estimated[];
  readonly filtered: Filtered;
  readonly defaults: PolicyDefaults;
}

/** Codes in the order in which they give way where none is eligible: wishes, then abilities, then rules. */
const GIVES_WAY_FIRST: readonly RejectionCode[] = [
  "depth",
  "loss_bound",
  "minimum_quality",
  "latency_ceiling",
  "price_ceiling",
  "deprecated",
  "output_limit",
  "output_format",
  "tools",
  "modality",
  "context_window",
  "shut_down",
  "preference_rule",
];

/** Limits missed by ratios this close are missed alike; the objective decides between them. */
const RATIO_MARGIN = 1.001;

/**
 * The candidates among which the least bad is chosen: of those that miss the mildest limit, the ones that miss it by the least. Never
 * empty when `permitted` is not.
 * @param permitted who may be chosen at all @param rejected why nobody is eligible; those of others are not read
 */
function leastBadOf(
  permitted: readonly Estimated[],
  rejected: readonly RejectionRecord[],
): readonly Estimated[] {
  const own = new Set(permitted.map(({ label }) => label));
  const faults = rejected.filter(({ label }) => own.has(label));
  const mildest = GIVES_WAY_FIRST.find((code) => faults.some((fault) => fault.code === code));
  const misses = faults.filter(({ code }) => code === mildest);
  const smallest = misses.reduce((low, fault) => Math.min(low, missRatioOf(fault)), Infinity);
  const labels = new Set<string>();
  for (const fault of misses) if (missRatioOf(fault) <= smallest * RATIO_MARGIN) labels.add(fault.label);
  return permitted.filter(({ label }) => labels.has(label));
}

/** How many times the need exceeds the limit; a miss without numbers is larger than any with them. */
function missRatioOf(rejection: RejectionRecord): number {
  if (!("need" in rejection) || rejection.need === null) return Number.MAX_VALUE / 2;
  const { limit } = rejection;
  const need = ("sure" in rejection ? rejection.sure : undefined) ?? rejection.need;
  return limit > 0 ? need / limit : Number.MAX_VALUE / 4;
}

export interface Choice {
  readonly chosen: Estimated;
  /** Everyone who competed, the chosen included; just the chosen in a degraded decision. */
  readonly ranking: readonly Estimated[];
  readonly rejected: readonly RejectionRecord[];
  readonly session: SessionRecord;
  readonly propensities: Explored["propensities"];
  readonly explored: boolean;
  readonly degradedReasons: readonly DegradedReason[];
}

/** @throws SignalboxError no_eligible_candidate when nobody is eligible, and nobody misses wishes alone */
export function choose(outlook: Outlook): Choice {
  const { eligible, permitted, rejected } = outlook.filtered;
  if (eligible.length > 0) return chooseAmong(outlook, eligible, []);
  assertAnyPermitted(permitted, rejected);
  return chooseAmong(outlook, leastBadOf(permitted, rejected), rejected);
}

/** @param missed what every candidate failed, when the decision is degraded; else empty */
function chooseAmong(
  outlook: Outlook,
  competing: readonly Estimated[],
  missed: readonly RejectionRecord[],
): Choice {
  const ranking = rankBy(outlook.objective, competing);
  const planInput = planInputOf(outlook, ranking);
  const plan = planSession(planInput);
  const pick = plan.isKept ? plan.pinned : ranking[0];
  if (pick === undefined) throw new SignalboxError("internal", "No candidate was left to recommend.");
  const isDegraded = missed.length > 0;
  // Only first turns explore: inside a session a trial would pay a cold cache and unsettle the conversation.
  const isOpen = plan.cause === "first" && !isDegraded && !planInput.isToolLoopOpen;
  const { chosen, propensities } = explore({
    pick,
    ranking,
    objective: outlook.objective,
    rate: isOpen ? explorationRateOf(outlook.input) : 0,
    draw: outlook.input.known.explorationDraw,
  });
  const own = missed.find(({ label }) => label === chosen.label);
  return {
    chosen,
    ranking: isDegraded ? [chosen] : ranking,
    rejected: outlook.filtered.rejected.filter(({ label }) => label !== chosen.label),
    session: sessionRecordOf(planInput, plan, chosen),
    propensities,
    explored: chosen !== pick,
    degradedReasons: own === undefined ? [] : [{ code: "least_bad", rejection: own }],
  };
}

/** Trials that are never reported on teach nothing, so they are drawn as often as decisions are reported on. */
const explorationRateOf = ({ known }: DecisionInput): number =>
  (known.preference?.policy.exploration_rate ?? known.explorationRate ?? 0) *
  (known.learned?.reportedShare ?? 1);

function planInputOf(outlook: Outlook, ranking: readonly Estimated[]): PlanInput {
  const { input, objective, horizon, conversation, defaults } = outlook;
  const { session } = input.known;
  return {
    ranking,
    objective,
    session,
    horizon,
    isToolLoopOpen: conversation.isToolLoopOpen,
    leansOnSession: conversation.leansOnSession,
    isSticky: input.known.preference?.policy.sticky_sessions !== false,
    isStillOffered:
      session !== undefined && input.asked.candidates.some(({ label }) => label === session.previousLabel),
    defaults,
  };
}
