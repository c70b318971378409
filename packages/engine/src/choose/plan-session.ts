// Keep or leave the session's model. Leaving must pay: in success beyond a margin, or in dollars over the rest of the session
// with the cold cache counted. Never inside an open tool loop; every switch raises the bar for the next, so nothing flaps.
import type { Estimated } from "../estimate/estimated.ts";
import { createLossBehind } from "../rank/rank.ts";
import type { PolicyDefaults } from "../input/default-policy.ts";
import type { SessionState, SessionCause, SessionRecord } from "../session/session-state.ts";
import type { ObjectiveRecord } from "../objective/objective.ts";
import type { SessionHorizon } from "../session/session-horizon.ts";
import { warmPromptsOf } from "../session/continue-session.ts";

export interface PlanInput {
  /** Eligible candidates, best first under the objective; never empty. */
  readonly ranking: readonly Estimated[];
  readonly objective: ObjectiveRecord;
  readonly session: SessionState | undefined;
  readonly horizon: SessionHorizon | undefined;
  readonly isToolLoopOpen: boolean;
  /** A follow-up or small talk: its own estimate says little of the turns to come. */
  readonly leansOnSession: boolean;
  readonly isSticky: boolean;
  /** The session's model is still among the caller's candidates, eligible or not. */
  readonly isStillOffered: boolean;
  readonly defaults: PolicyDefaults;
}

export interface Plan {
  readonly pinned: Estimated | undefined;
  readonly isKept: boolean;
  readonly cause: SessionCause;
  /** Gain that leaving the pinned model needs. @unit points */
  readonly credit?: number | undefined;
}

export function planSession(plan: PlanInput): Plan {
  const { session, ranking } = plan;
  if (session === undefined) return { pinned: undefined, isKept: false, cause: "first" };
  const pinned = ranking.find(({ label }) => label === session.previousLabel);
  if (pinned === undefined)
    return { pinned, isKept: false, cause: plan.isStillOffered ? "cannot_serve" : "not_a_candidate" };
  const margin = marginOf(plan);
  const behind = createLossBehind(plan.objective, ranking)(pinned);
  // Whatever the others gain is too little while a tool call is open.
  if (plan.isToolLoopOpen) return { pinned, isKept: true, cause: "tool_loop", credit: behind + margin };
  if (pinned === ranking[0]) return { pinned, isKept: true, cause: "same_pick" };
  if (!plan.isSticky) return { pinned, isKept: false, cause: "not_sticky" };
  const challenger = ranking[0]!;
  if (behind > margin) {
    const cause = challenger.success > pinned.success ? "quality_gain" : "saving";
    return { pinned, isKept: false, cause, credit: margin };
  }
  if (isSaving(plan, pinned, challenger)) return { pinned, isKept: false, cause: "saving" };
  return { pinned, isKept: true, cause: "within_margin", credit: margin };
}

/** The margin grows by half with each of the first switches; beyond them a session would get stuck with a weak model. */
const MARGIN_GROWTH = 0.5;
const MARGIN_STEPS_MAX = 2;
/** After the first switches each one asks the next to save this much more, so that a session that swings comes to rest. */
const KEEP_SHARE_DECAY = 0.6;
const FREE_SWITCHES = 3;
/** Share of the remaining session's dollars (or seconds) that a switch must save. */
const SAVING_SHARE = 0.05;
/** Below this over the rest of the session no saving is worth a switch. @unit USD */
const SAVING_USD = 0.001;

/** @unit points */
function marginOf({ session, defaults }: PlanInput): number {
  const switches = session?.switches ?? 0;
  return 100 * defaults.sessionMargin * (1 + MARGIN_GROWTH * Math.min(switches, MARGIN_STEPS_MAX));
}

/** Whether the rest of the session gets cheaper (under `latency` quicker) by enough to leave for that alone. */
function isSaving(plan: PlanInput, pinned: Estimated, challenger: Estimated): boolean {
  const { objective } = plan;
  // Such a turn says little of those to come.
  if (plan.leansOnSession) return false;
  const restlessness = Math.max(0, (plan.session?.switches ?? 0) - FREE_SWITCHES);
  const keepShare = (1 - SAVING_SHARE) * KEEP_SHARE_DECAY ** restlessness;
  if (objective.kind === "latency") return challenger.orderSeconds < keepShare * pinned.orderSeconds;
  const saved = (pinned.orderUsd - challenger.orderUsd) * (plan.horizon?.expectedTurns ?? 1);
  return challenger.orderUsd < keepShare * pinned.orderUsd && saved >= SAVING_USD;
}

/** The planner's part of the record. `chosen` is the final recommendation. */
export function sessionRecordOf(
  plan: PlanInput,
  { pinned, isKept, cause, credit }: Plan,
  chosen: Estimated,
): SessionRecord {
  const { session, horizon } = plan;
  const turns = horizon?.expectedTurns ?? 1;
  const hasSwitched = session !== undefined && !isKept && chosen.label !== session.previousLabel;
  const challenger = isKept ? plan.ranking[0] : chosen;
  const isContest = challenger !== undefined && pinned !== undefined && challenger !== pinned;
  return {
    previousSession: session?.sessionId ?? null,
    isFound: session?.isFound === true ? true : undefined,
    turn: session === undefined ? 1 : session.turn + 1,
    previousLabel: session?.previousLabel ?? null,
    switches: (session?.switches ?? 0) + (hasSwitched ? 1 : 0),
    action: actionOf(session, isKept, cause),
    cause,
    warm: warmPromptsOf(session, chosen.label),
    expectedTurns: turns,
    isCacheWarm: horizon?.isCacheWarm === true,
    ...(credit !== undefined && { credit }),
    stayUsd: isContest && pinned.isPriceKnown ? pinned.orderUsd * turns : null,
    switchUsd: isContest && challenger.isPriceKnown ? challenger.orderUsd * turns : null,
    successGain: isContest ? challenger.success - pinned.success : null,
  };
}

function actionOf(
  session: SessionState | undefined,
  isKept: boolean,
  cause: SessionCause,
): SessionRecord["action"] {
  if (session === undefined) return "first";
  if (!isKept) return "switched";
  return cause === "tool_loop" ? "tool_loop" : "kept";
}
