import { randomUUID } from "node:crypto";
import {
  writeTagList,
  type Budget as BudgetWire,
  areTags,
  invalid,
  readTagList,
  SignalboxError,
} from "@signalbox/contracts";
import type { Budget, Repositories } from "@signalbox/storage";
import type { Budgets, PutBudget } from "@signalbox/contracts";
import { toIso } from "../timestamps.ts";
import { periodOf, BUDGET_KIND } from "./budget-ledger.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { actorOf, changeAs, changedBy } from "../audit/change.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { found, notFound } from "../faults.ts";
import { notifyAlert } from "../alerts/notify-alert.ts";
import { lineageOf } from "../../context/principal.ts";

/** Finds the key of a lineage that has no successor: it is the one that people see in the list of keys. */
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
async function budgetToWire(
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

/** All of them are read together. */
const BUDGETS_MAX = 1_000;

export async function listBudgets(context: ServiceContext, caller: Caller): Promise<Budgets> {
  authorise(caller.principal, "budgets.read");
  const { storage, clock } = context;
  const budgets = await storage.budgets.list({ accountId: caller.principal.accountId });
  return {
    data: await Promise.all(budgets.map((budget) => budgetToWire(storage, budget, clock.nowMs()))),
  };
}

interface Subject {
  /** Id of the first key of a lineage, or of the preference; "" for the account. */
  readonly id: string;
  /** The name that the audit log calls it. */
  readonly name: string;
}

/** As the journal's sums are asked for it: `name=value`, with nothing escaped. */
function readTag(text: string): string {
  const location = "body.subject_id";
  const tags = readTagList(text, location);
  if (!areTags(tags)) throw invalid(tags);
  const [tag, ...others] = Object.entries(tags);
  if (tag === undefined || others.length > 0)
    throw invalid([{ location, message: "It must be one tag.", fix: "Send `region=eu`." }]);
  return tag.join("=");
}

async function findSubject(
  { apiKeys, preferences }: Repositories,
  accountId: string,
  { scope, subject_id: id = null }: PutBudget,
): Promise<Subject> {
  if ((scope === "account") !== (id === null))
    throw invalid([
      {
        location: "body.subject_id",
        message: scope === "account" ? "The account has no id here." : "It is missing.",
        fix: "Send the id of a key or a preference, or a tag as `region=eu`, and none for the account.",
      },
    ]);
  if (id === null) return { id: "", name: "account" };
  if (scope === "tag") return { id: readTag(id), name: id };
  if (scope === "preference")
    return { id, name: found(await preferences.find({ accountId, id }), scope).name };
  const key = found(await apiKeys.find({ accountId, id }), scope);
  return { id: lineageOf(key), name: key.name };
}

/** Sets the budget of the account, a key or a preference. @throws SignalboxError not_found, validation_failed */
export async function putBudget(
  context: ServiceContext,
  caller: Caller,
  input: PutBudget,
): Promise<BudgetWire> {
  authorise(caller.principal, "budgets.manage");
  const { accountId } = caller.principal;
  const nowMs = context.clock.nowMs();
  return changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    const { id: subject, name } = await findSubject(repositories, accountId, input);
    const { scope, period, usd_max: usdMax } = input;
    const all = await repositories.budgets.list({ accountId });
    if (all.length >= BUDGETS_MAX)
      throw new SignalboxError("conflict", `An account has at most ${BUDGETS_MAX} budgets. Delete some.`);
    const budget = await repositories.budgets.put({
      id: randomUUID(),
      accountId,
      scope,
      subject,
      period,
      usdMax,
      alertShare: input.alert_at ?? 0.8,
      isHard: input.hard_stop ?? false,
      updatedAtMs: nowMs,
      updatedBy: actorOf(caller.principal).name,
    });
    const { alertShare, isHard } = budget;
    const details = { name, scope, period, usd_max: usdMax, alert_at: alertShare, hard_stop: isHard };
    await note({ action: "budget.update", targetId: budget.id, details });
    return budgetToWire(repositories, budget, nowMs);
  });
}

/** Its alert closes with it. @throws SignalboxError not_found */
export async function deleteBudget(context: ServiceContext, caller: Caller, id: string): Promise<void> {
  authorise(caller.principal, "budgets.manage");
  const { accountId } = caller.principal;
  const closed = await changeAs(context, changedBy(caller), async ({ repositories, note }) => {
    if (!(await repositories.budgets.delete({ accountId, id }))) throw notFound("budget");
    await note({ action: "budget.delete", targetId: id });
    const atMs = context.clock.nowMs();
    return repositories.alerts.resolve({ accountId, kind: BUDGET_KIND, subject: id, atMs });
  });
  if (closed !== undefined) await notifyAlert(context, closed, "closed");
}
