import type { BudgetPeriod } from "@signalbox/storage";

/** Of the alerts that budgets open; their subject is the budget's id. */
export const BUDGET_KIND = "budget";

export interface Period {
  readonly fromMs: number;
  /** When the next one begins. */
  readonly toMs: number;
}

/** The day or month of the calendar in UTC that a moment lies in. */
export function periodOf(period: BudgetPeriod, nowMs: number): Period {
  const now = new Date(nowMs);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return period === "day"
    ? { fromMs: Date.UTC(year, month, day), toMs: Date.UTC(year, month, day + 1) }
    : { fromMs: Date.UTC(year, month, 1), toMs: Date.UTC(year, month + 1, 1) };
}
