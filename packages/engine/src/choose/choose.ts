// From the outlook to one candidate: who may compete, the objective's order, the session planner, exploration.
import { SignalboxError } from "@signalbox/contracts";

import type { RejectionRecord } from "../filter/rejection.ts";
import type { SessionRecord } from "../session/session-record.ts";
import { leastBadOf } from "../filter/least-bad.ts";
import { assertAnyPermitted } from "./assert-any-permitted.ts";
import type { DegradedReason } from "../record/decision-record.ts";
import type { Plan, PlanInput } from "./plan-session.ts";
import { planSession, sessionRecordOf } from "./plan-session.ts";
import type { Estimated } from "../estimate/estimated.ts";
import { explore } from "./explore.ts";
import type { Explored } from "./explore.ts";
import type { Outlook } from "./outlook.ts";
import { rankBy } from "../rank/rank.ts";

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
  const { chosen, propensities } = explorePick(outlook, { plan, pick, ranking, isDegraded });
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

interface Picked {
  readonly plan: Plan;
  readonly pick: Estimated;
  readonly ranking: readonly Estimated[];
  readonly isDegraded: boolean;
}

/** Only first turns explore: inside a session a trial would pay a cold cache and unsettle the conversation. */
function explorePick(outlook: Outlook, { plan, pick, ranking, isDegraded }: Picked): Explored {
  const { input, defaults, objective } = outlook;
  const allowed = input.known.preference?.policy.exploration_rate ?? input.known.explorationRate ?? 0;
  const isOpen = plan.cause === "first" && !isDegraded && !outlook.conversation.isToolLoopOpen;
  return explore({
    pick,
    ranking,
    objective,
    rate: isOpen ? allowed : 0,
    tolerance: defaults.tolerance,
    draw: input.known.explorationDraw,
  });
}
