import type { Tags } from "@signalbox/contracts";

import type { AccountState } from "./account-state.ts";

/** Whose budgets a decision counts for, besides those of the account. */
export interface Spender {
  /** Of the key, with which a budget goes on when the key is rotated. */
  readonly lineageId: string | undefined;
  readonly preferenceId: string | undefined;
  readonly tags: Tags | undefined;
}

export interface BudgetLedger {
  /** Waits only for sums that are not in memory. @throws SignalboxError budget_spent */
  assertLeft(state: AccountState, spender: Spender): undefined | Promise<void>;
  /** What a decision is expected to cost. */
  note(state: AccountState, spender: Spender, usd: number): void;
}
