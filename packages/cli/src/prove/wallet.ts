// Money of a run: a call begins only where everything in flight stays within the budget at its worst. What may cost more than
// was thought is called alone, so that the budget is never passed by more than one call.
export interface Wallet {
  /** @unit USD */
  readonly spentUsd: number;
  readonly calls: number;
  /** Whether that many dollars remain beside those reserved. */
  affords(usd: number): boolean;
  /** Keeps dollars for a request whose calls have not begun; the function gives them back. */
  promise(usd: number): () => void;
  /**
   * Runs the call once it may begin.
   * @param mostUsd what it costs at most, as far as it is known
   * @param call resolves with what it cost
   * @throws OutOfBudget where the budget was used up meanwhile
   */
  pay<T extends { readonly usd: number }>(label: string, mostUsd: number, call: () => Promise<T>): Promise<T>;
}

export class OutOfBudget extends Error {}

export interface WalletOptions {
  readonly budgetUsd: number;
  /** By the earlier run that this one resumes. */
  readonly spentUsd: number;
  readonly calls: number;
}

export function createWallet({ budgetUsd, spentUsd: before, calls: callsBefore }: WalletOptions): Wallet {
  let [spentUsd, calls, heldUsd, promisedUsd, running] = [before, callsBefore, 0, 0, 0];
  /** The most expensive call of each model. */
  const seen = new Map<string, number>();
  const waiting: (() => void)[] = [];
  const ended = (): Promise<void> => new Promise((resolve) => waiting.push(resolve));
  const mayBegin = (label: string, most: number): boolean =>
    running === 0 || (seen.has(label) && spentUsd + heldUsd + most <= budgetUsd);
  return {
    get spentUsd() {
      return spentUsd;
    },
    get calls() {
      return calls;
    },
    affords: (usd) => spentUsd + promisedUsd + usd <= budgetUsd,
    promise: (usd) => {
      promisedUsd += usd;
      return () => void (promisedUsd -= usd);
    },
    pay: async (label, mostUsd, call) => {
      let most = mostUsd;
      for (;;) {
        if (spentUsd >= budgetUsd) throw new OutOfBudget();
        most = Math.max(mostUsd, seen.get(label) ?? 0);
        if (mayBegin(label, most)) break;
        await ended();
      }
      running += 1;
      heldUsd += most;
      try {
        const paid = await call();
        spentUsd += paid.usd;
        calls += 1;
        seen.set(label, Math.max(seen.get(label) ?? 0, paid.usd));
        return paid;
      } finally {
        running -= 1;
        heldUsd -= most;
        for (const wake of waiting.splice(0)) wake();
      }
    },
  };
}
