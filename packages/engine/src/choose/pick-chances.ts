// How likely each candidate is to be the right recommendation by the objective of a decision, given how well its success is
// known and the luck of one answer. For two candidates it is the chance that the outcome would turn the recommendation to the
// other; more are coupled through their odds against the pick. So the pick is never less likely than another, and what filters reject is 0.
import { orderedUsd } from "../estimate/estimated.ts";
import { presumedUsd } from "../cost/expected-bill.ts";
import { presumedSeconds } from "../cost/expected-seconds.ts";
import { hypotOf, normalShareBelow } from "../numerics/index.ts";
import { scoreOf } from "../objective/objective.ts";
import type { ObjectiveRecord } from "../objective/objective.ts";
import { createLoss, leadersOf, type Contender } from "../rank/loss.ts";
import type { CandidateRecord, DecisionRecord } from "../record/decision-record.ts";

/**
 * Standard deviation of one answer's luck, which no knowledge of the models takes away. Without it the engine is far too sure.
 * @source research/pick-chances.ts: of 0, .06, .1, .15 and .2 the best compromise between two judged sources
 */
const LUCK = 0.1;

function contenderOf(objective: ObjectiveRecord, record: CandidateRecord): Contender {
  const { usd, sessionUsd, agentTask, seconds, inputTokens, outputTokens, hiddenTokens } = record;
  const taskUsd = agentTask?.usd ?? undefined;
  const knownUsd = orderedUsd({
    bill: { usd: usd ?? undefined },
    sessionUsd: sessionUsd ?? undefined,
    task: taskUsd === undefined ? undefined : { usd: taskUsd },
  });
  return {
    ...record,
    score: scoreOf(objective, record),
    isPriceKnown: knownUsd !== undefined,
    latency: { seconds: seconds ?? undefined },
    orderUsd: knownUsd ?? presumedUsd(inputTokens, outputTokens + hiddenTokens),
    orderSeconds: seconds ?? presumedSeconds({ visibleMean: outputTokens, hiddenMean: hiddenTokens }),
    candidate: { ability: record.modelId === null ? record : `${record.modelId} ${record.mode ?? ""}` },
  };
}

export interface PickChance {
  readonly label: string;
  /** @range 0..1, sum 1 */
  readonly chance: number;
}

/** Every candidate that the decision was made among, the rejected ones included. */
export function pickChances({ label, objective, ranking, rejected }: DecisionRecord): readonly PickChance[] {
  const contenders = ranking.map((each) => contenderOf(objective, each));
  const pick = contenders.find((each) => each.label === label);
  if (pick === undefined) return [];
  const lossOf = createLoss(objective, contenders);
  const mayLead = leadersOf(objective, contenders);
  /** Odds of a candidate against the pick, at most 1. */
  const oddsOf = (other: Contender): number => {
    if (other === pick) return 1;
    if (pick.candidate.ability === other.candidate.ability || !mayLead(other)) return 0;
    const doubt = hypotOf(hypotOf(pick.spread, other.spread), LUCK);
    const chance = normalShareBelow(-Math.max(0, lossOf(other) - lossOf(pick)) / doubt);
    return Math.min(1, chance / (1 - chance));
  };
  const odds = contenders.map(oddsOf);
  const total = odds.reduce((sum, each) => sum + each, 0);
  return [
    ...ranking.map((each, at) => ({ label: each.label, chance: (odds[at] ?? 0) / total })),
    ...rejected.map((each) => ({ label: each.label, chance: 0 })),
  ];
}
