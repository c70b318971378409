// The loss of each candidate of a recorded decision, from the numbers of the record: the same terms that the decision was made by.
import { usualTaskUsd } from "../cost/agent-task.ts";
import { presumedUsd, usualUsdOf } from "../cost/expected-bill.ts";
import { presumedSeconds } from "../cost/expected-seconds.ts";
import { orderedUsd } from "../estimate/estimated.ts";
import type { Contender, LossTerms } from "../rank/loss.ts";
import { lossTerms } from "../rank/loss.ts";
import type { CandidateRecord, DecisionRecord } from "./decision-record.ts";

type Decided = Pick<DecisionRecord, "objective" | "conversation" | "ranking" | "session" | "explored">;

function contenderOf({ conversation }: Pick<Decided, "conversation">, each: CandidateRecord): Contender {
  const { usd, sessionUsd, agentTask, seconds, inputTokens, outputTokens, hiddenTokens } = each;
  const taskUsd = agentTask?.usd ?? undefined;
  const knownUsd = orderedUsd({
    bill: { usd: usd ?? undefined },
    sessionUsd: sessionUsd ?? undefined,
    task: taskUsd === undefined ? undefined : { usd: taskUsd },
  });
  return {
    success: each.success,
    shippedSuccess: each.shippedSuccess,
    lead: each.lead ?? 0,
    spread: each.spread,
    bonus: each.bonus,
    usualUsd: taskUsd === undefined ? usualUsdOf(inputTokens, outputTokens) : usualTaskUsd(conversation.task),
    usualSeconds: agentTask?.usualSeconds ?? presumedSeconds({ visibleMean: outputTokens, hiddenMean: 0 }),
    orderUsd: knownUsd ?? presumedUsd(inputTokens, outputTokens + hiddenTokens),
    orderSeconds:
      agentTask?.orderSeconds ??
      seconds ??
      presumedSeconds({ visibleMean: outputTokens, hiddenMean: hiddenTokens }),
  };
}

/** Whether a decision was made by the rule that weighed shares of the best candidate's bill. */
const isOfFormerRule = ({ objective }: Decided): boolean => "caution" in objective;

/**
 * In the order of the ranking; undefined for a decision that an earlier rule made. The pick has the least total: staying with a
 * session's model and trying a candidate out are terms of their own.
 */
export function recordedLosses(decided: Decided): readonly LossTerms[] | undefined {
  if (isOfFormerRule(decided)) return undefined;
  const { objective, ranking, session, explored } = decided;
  const losses = ranking.map((each) =>
    lossTerms(
      objective,
      contenderOf(decided, each),
      each.label === session.previousLabel ? session.credit : undefined,
    ),
  );
  const [pick, ...others] = losses;
  if (!explored || pick === undefined) return losses;
  const trial = others.reduce((most, { total }) => Math.max(most, pick.total - total), 0);
  return [{ ...pick, learned: pick.learned - trial, total: pick.total - trial }, ...others];
}
