// A candidate with everything that is expected of it in this conversation; what filters, objective and planner work on.
import type { LearnedDoubt, OwnReports } from "../input/decision-input.ts";
import type { Candidate } from "../candidates/candidate.ts";
import type { AgentTaskBill } from "../cost/agent-task.ts";
import type { Bill, Usage } from "../cost/expected-bill.ts";
import type { ExpectedSeconds } from "../cost/expected-seconds.ts";

export type AbilityOrigin = "outcomes" | "scores" | "lineage" | "prior" | "own";

export interface Estimated {
  readonly candidate: Candidate;
  readonly label: string;
  /** @range 0..1 */
  readonly success: number;
  /** The same before the account's own outcomes were taken into account. @range 0..1 */
  readonly shippedSuccess: number;
  /** Taken off `success` by the rule: what reports say within chance for a candidate that costs more. @range -1..0 */
  readonly lead: number;
  /** Doubt of what was learned; undefined where nothing was learned from reports. */
  readonly doubt: LearnedDoubt | undefined;
  /** Part of `lead` that holds whatever it costs. @range -1..0 */
  readonly guard: number | undefined;
  /** From uncertainty about the model. @range 0..0.5 */
  readonly spread: number;
  /** From uncertainty about the request, which all candidates share. @range 0..0.5 */
  readonly requestSpread: number;
  /** The account's reports behind it, where it was learned from any. */
  readonly ownReports: OwnReports | undefined;
  /** The evaluation file behind the account's own estimates has no rows of it. */
  readonly isRowless: true | undefined;
  readonly abilityOrigin: AbilityOrigin;
  readonly usage: Usage;
  readonly bill: Bill;
  /** Bill of the whole task that an agent works on; undefined elsewhere, and without a price. */
  readonly task: AgentTaskBill | undefined;
  /** Success of this step of it. @range 0..1 */
  readonly stepSuccess: number | undefined;
  /** Mean dollars of a turn over the rest of the session; undefined without a session or a price. */
  readonly sessionUsd: number | undefined;
  readonly latency: ExpectedSeconds;
  readonly bonus: number;
  /** Success less its risk plus the bonus: what every objective means by quality. */
  readonly score: number;
  /** Dollars to order by: of the task and this step of it where an agent works, over the session where there is one, presumed where no price is known. */
  readonly orderUsd: number;
  readonly isPriceKnown: boolean;
  /** Dollars and seconds that a usual answer takes, without hidden thought: what the amounts are measured by. */
  readonly usualUsd: number;
  readonly usualSeconds: number;
  /** Seconds to order by: of the task where an agent works, presumed where nothing is known. */
  readonly orderSeconds: number;
  readonly utility: number;
}

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
