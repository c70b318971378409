// The choice among fewer candidates, or under another objective, from estimates that were made once. What is estimated of a
// candidate depends on no other candidate, so the pick is that of a decision which was given only these.
import type { Tradeoff } from "@signalbox/contracts";

import { choose } from "../choose/choose.ts";
import type { Choice, Outlook } from "../choose/choose.ts";
import { resolveObjective } from "../objective/objective.ts";
import { createRuleBudget } from "../preference/rule-budget.ts";
import { filterEstimated } from "./filter-estimated.ts";

export interface Among {
  /** Candidates that take part; all when left out. */
  readonly labels?: ReadonlySet<string> | undefined;
  readonly tradeoff?: Tradeoff | undefined;
  /** @range 0..10 */
  readonly costQualityTradeoff?: number | undefined;
}

/** @throws SignalboxError as `choose` */
export function decideAmong(outlook: Outlook, { labels, tradeoff, costQualityTradeoff }: Among): Choice {
  const { asked, known } = outlook.input;
  const input = { known, asked: { ...asked, tradeoff, costQualityTradeoff, usdPerPoint: undefined } };
  const objective = resolveObjective(input, outlook.defaults, outlook.encoding.difficulty);
  const offered = outlook.estimated.filter(({ label }) => labels?.has(label) ?? true);
  const candidates = offered.map(({ candidate }) => candidate.input);
  const among = {
    ...outlook,
    objective,
    input: { known, asked: { ...input.asked, candidates } },
    estimated: offered,
  };
  return choose({ ...among, filtered: filterEstimated(among, createRuleBudget()) });
}
