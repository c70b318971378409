import { writeTagList, type Budget as BudgetWire } from "@signalbox/contracts";
import type { Budget, Repositories } from "@signalbox/storage";

import { toIso } from "../timestamps.ts";
import { periodOf } from "./budget-period.ts";

/** Of keys the one that has no successor: it is what people see in the list of keys. */
async function subjectOf(
  { apiKeys }: Pick<Repositories, "apiKeys">,
  { accountId, scope, subject }: Budget,
): Promise<string | null> {
  if (scope === "account") return null;
  if (scope === "preference") return subject;
  if (scope === "tag") {
    const at = subject.indexOf("=");
    return writeTagList({ [subject.slice(0, at)]: subject.slice(at + 1) });
  }
  return (await apiKeys.findCurrent({ accountId, lineageId: subject }))?.id ?? subject;
}

/** With what was spent of it in the period that runs. */
export async function budgetToWire(
  repositories: Pick<Repositories, "budgets" | "apiKeys">,
  budget: Budget,
  nowMs: number,
): Promise<BudgetWire> {
  const { fromMs, toMs } = periodOf(budget.period, nowMs);
  return {
    id: budget.id,
    scope: budget.scope,
    subject_id: await subjectOf(repositories, budget),
    period: budget.period,
    usd_max: budget.usdMax,
    alert_at: budget.alertShare,
    hard_stop: budget.isHard,
    spent_usd: await repositories.budgets.spent({ ...budget, fromMs }),
    resets_at: toIso(toMs),
    updated_at: toIso(budget.updatedAtMs),
    updated_by: budget.updatedBy,
  };
}
