// The dollars that candidates are compared by.
interface OrderedBills {
  readonly bill: { readonly usd?: number | undefined };
  readonly sessionUsd: number | undefined;
  readonly task: { readonly usd: number } | undefined;
}

/** An agent's step leads to others: what it costs now, with its cache warm or cold, comes to what the run takes. */
export function orderedUsd({ bill, sessionUsd, task }: OrderedBills): number | undefined {
  return task === undefined || bill.usd === undefined ? (sessionUsd ?? bill.usd) : task.usd + bill.usd;
}
