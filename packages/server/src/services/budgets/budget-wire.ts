import type { Budget as BudgetWire } from "@signalbox/contracts";
import type { Budget, Repositories } from "@signalbox/storage";

import { toIso } from "../timestamps.ts";
import { periodOf } from "./budget-period.ts";

/** With what was spent of it in the period that runs. */
export async function budgetToWire(
  { budgets }: Pick<Repositories, "budgets">,
  budget: Budget,
  nowMs: number,
): Promise<BudgetWire> {
  const { fromMs, toMs } = periodOf(budget.period, nowMs);
  return {
    id: budget.id,
    scope: budget.scope,
    subject_id: budget.scope === "account" ? null : budget.subject,
    period: budget.period,
    usd_max: budget.usdMax,
    alert_at: budget.alertShare,
    hard_stop: budget.isHard,
    spent_usd: await budgets.spent({ ...budget, fromMs }),
    resets_at: toIso(toMs),
    updated_at: toIso(budget.updatedAtMs),
    updated_by: budget.updatedBy,
  };
}
