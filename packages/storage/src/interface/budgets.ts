import type { AccountScope } from "./common.ts";

const BUDGET_SCOPES = ["account", "key", "preference", "tag"] as const;
type BudgetScope = (typeof BUDGET_SCOPES)[number];
const BUDGET_PERIODS = ["day", "month"] as const;
export type BudgetPeriod = (typeof BUDGET_PERIODS)[number];

/** A budget: the most that may be spent, in expected dollars of the picks, in a period of the calendar in UTC. */
export interface Budget {
  readonly id: string;
  readonly accountId: string;
  readonly scope: BudgetScope;
  /** Id of the first key of a lineage, or of the preference, or `name=value` of a tag; "" for the whole account. One budget per scope and subject. */
  readonly subject: string;
  readonly period: BudgetPeriod;
  readonly usdMax: number;
  /** Share of `usdMax` that raises an alert. @range 0..1 */
  readonly alertShare: number;
  /** Whether decisions stop when it is spent. */
  readonly isHard: boolean;
  readonly updatedAtMs: number;
  readonly updatedBy: string | null;
}

export interface SpendingInput extends AccountScope, Pick<Budget, "scope" | "subject"> {
  /** Whole hours. */
  readonly fromMs: number;
}

export interface BudgetRepository {
  /** Takes the place of the budget of the same scope and subject, whose id stays. */
  put(budget: Budget): Promise<Budget>;
  find(input: AccountScope & { readonly id: string }): Promise<Budget | undefined>;
  list(input: AccountScope): Promise<readonly Budget[]>;
  delete(input: AccountScope & { readonly id: string }): Promise<boolean>;
  /** Accounts that have a budget. */
  listAccounts(): Promise<readonly string[]>;
  /** Expected dollars since then, from hourly sums. */
  spent(input: SpendingInput): Promise<number>;
}
