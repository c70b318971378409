// Opens an alert when a budget's share is spent, and closes it when the next period begins or the budget is raised.
import type { Budget } from "@signalbox/storage";

import type { ServiceContext } from "../../context/service-context.ts";
import { closeOthers, raiseAlert } from "../alerts/raise-alert.ts";
import { BUDGET_KIND, periodOf } from "./budget-ledger.ts";

interface Subject {
  readonly name: string;
  /** For the alert: `key_id` or `preference_id`; nothing for the account. */
  readonly ids: Readonly<Record<string, string>>;
}

async function findSubject({ storage }: ServiceContext, budget: Budget): Promise<Subject> {
  const { accountId, scope, subject } = budget;
  if (scope === "account") return { name: "the account", ids: {} };
  if (scope === "tag") return { name: `the tag “${subject}”`, ids: { tag: subject } };
  const found =
    scope === "key"
      ? await storage.apiKeys.findCurrent({ accountId, lineageId: subject })
      : await storage.preferences.find({ accountId, id: subject });
  return {
    name: `the ${scope} “${found?.name ?? subject}”`,
    ids: { [`${scope}_id`]: found?.id ?? subject },
  };
}

/** Whether the alert of this budget holds. */
async function watchOne(context: ServiceContext, budget: Budget): Promise<boolean> {
  const { accountId, id, period, usdMax, alertShare, isHard } = budget;
  const { fromMs } = periodOf(period, context.clock.nowMs());
  const usd = await context.storage.budgets.spent({ ...budget, fromMs });
  const value = usd / usdMax;
  if (value < alertShare) return false;
  const stop = isHard && value >= 1 ? " Its decisions stop until then." : "";
  const until = period === "day" ? "this day (UTC)" : "this month (UTC)";
  const { name, ids } = await findSubject(context, budget);
  const message = `${(100 * value).toFixed(0)} % of the budget of ${name} is spent ${until}: $${usd.toFixed(2)} of $${usdMax}.${stop}`;
  await raiseAlert(context, {
    accountId,
    kind: BUDGET_KIND,
    subject: id,
    severity: value >= 1 ? "critical" : "warning",
    details: { message, value, ...ids },
  });
  return true;
}

/** One round over the accounts that have a budget. */
export function createBudgetWatch(context: ServiceContext): () => Promise<void> {
  return async () => {
    const { budgets } = context.storage;
    for (const accountId of await budgets.listAccounts()) {
      const subjects = new Set<string>();
      for (const budget of await budgets.list({ accountId }))
        if (await watchOne(context, budget)) subjects.add(budget.id);
      await closeOthers(context, { accountId, kind: BUDGET_KIND, subjects });
    }
  };
}
