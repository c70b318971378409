// The rest that hard budgets have left, in memory: the decision path asks it and waits only when a sum is not known yet. Sums are
// read again from the journal's hourly sums every few seconds, so that replicas count each other; in between each adds
// what it decided itself.
import type { BudgetPeriod, Budget, Storage } from "@signalbox/storage";
import { hasTags, SignalboxError, type Tags } from "@signalbox/contracts";
import { createBoundedMap } from "@signalbox/engine/internals";
import type { AccountState } from "../../context/account-state.ts";
import type { BudgetLedger, Spender } from "../../context/service-context.ts";
import type { Clock } from "../../context/clock.ts";
import { toIso } from "../timestamps.ts";

/** Kind of the alerts that budgets open; their subject is the budget's id. */
export const BUDGET_KIND = "budget";

interface Period {
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

const BUDGETS_MAX = 20_000;
/** How long what other replicas spend may go unseen. @unit milliseconds */
const FRESH_MS = 5_000;

interface Spent {
  usd: number;
  readonly fromMs: number;
  readAtMs: number;
  isReading: boolean;
}

const WHOSE = {
  account: () => "the account",
  key: () => "this key",
  preference: () => "this preference",
  tag: ({ subject }: Budget) => `the tag ${subject}`,
} as const;

function refusal(budget: Budget, resetsAtMs: number): SignalboxError {
  const { scope, period, usdMax } = budget;
  return new SignalboxError(
    "budget_spent",
    `The budget of ${WHOSE[scope](budget)}, ${usdMax} dollars a ${period}, is spent. It starts again at ${toIso(resetsAtMs)}; ` +
      "an owner of the account can raise it.",
  );
}

function hasTag(tags: Tags | undefined, subject: string): boolean {
  const at = subject.indexOf("=");
  return hasTags(tags, { [subject.slice(0, at)]: subject.slice(at + 1) });
}

const CONCERNS: Readonly<Record<Budget["scope"], (subject: string, spender: Spender) => boolean>> = {
  account: () => true,
  key: (subject, { lineageId }) => subject === lineageId,
  preference: (subject, { preferenceId }) => subject === preferenceId,
  tag: (subject, { tags }) => hasTag(tags, subject),
};

const concerns = ({ scope, subject }: Budget, spender: Spender): boolean => CONCERNS[scope](subject, spender);

const hardOnes = ({ budgets }: AccountState, spender: Spender): readonly Budget[] =>
  budgets.length === 0 ? budgets : budgets.filter((budget) => budget.isHard && concerns(budget, spender));

interface Sources {
  readonly storage: Pick<Storage, "budgets">;
  readonly clock: Clock;
}

async function settle(waits: readonly Promise<void>[]): Promise<void> {
  await Promise.all(waits);
}

export function createBudgetLedger({ storage, clock }: Sources): BudgetLedger {
  const known = createBoundedMap<Spent>(BUDGETS_MAX);
  const read = async (budget: Budget, fromMs: number): Promise<Spent> => {
    const usd = await storage.budgets.spent({ ...budget, fromMs });
    const spent = { usd, fromMs, readAtMs: clock.nowMs(), isReading: false };
    known.set(budget.id, spent);
    return spent;
  };
  const refresh = async (budget: Budget, spent: Spent): Promise<void> => {
    spent.isReading = true;
    try {
      await read(budget, spent.fromMs);
    } catch {
      // The database is away: what was known, and what this replica adds, holds until it is back.
      spent.readAtMs = clock.nowMs();
      spent.isReading = false;
    }
  };
  const judge = (budget: Budget, usd: number, resetsAtMs: number): void => {
    if (usd >= budget.usdMax) throw refusal(budget, resetsAtMs);
  };
  const assertOne = (budget: Budget, nowMs: number): undefined | Promise<void> => {
    const { fromMs, toMs } = periodOf(budget.period, nowMs);
    const spent = known.get(budget.id);
    if (spent?.fromMs !== fromMs) return read(budget, fromMs).then(({ usd }) => judge(budget, usd, toMs));
    if (nowMs - spent.readAtMs >= FRESH_MS && !spent.isReading) void refresh(budget, spent);
    judge(budget, spent.usd, toMs);
    return undefined;
  };
  return {
    assertLeft: (state, spender) => {
      const nowMs = clock.nowMs();
      const waits = hardOnes(state, spender)
        .map((budget) => assertOne(budget, nowMs))
        .filter((wait) => wait !== undefined);
      return waits.length === 0 ? undefined : settle(waits);
    },
    note: (state, spender, usd) => {
      for (const { id } of hardOnes(state, spender)) {
        const spent = known.get(id);
        if (spent !== undefined) spent.usd += usd;
      }
    },
  };
}
