// Erasing one person's decisions: counted first, in small steps, so that no request waits for it.
import { setTimeout as wait } from "node:timers/promises";
import {
  SignalboxError,
  type PrivacyCount,
  type PrivacyErase,
  type PrivacyErased,
} from "@signalbox/contracts";
import type { PrivacySelection } from "@signalbox/contracts";
import type { DecisionFilter } from "@signalbox/storage";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { changeAs, changedBy } from "../audit/change.ts";
import { toIso, toIsoOrNull } from "../timestamps.ts";
import { selectedBy, selectedDecisions, withOtherSubjects } from "./selected-decisions.ts";

// Accounts whose decisions were erased and whose learned state must be fitted again without them. A mark in the database outlives
// the process that erased, and any replica may do the work.
const PREFIX = "forget:";

type Marks = Pick<ServiceContext, "storage" | "clock">;

export const markForgotten = ({ storage, clock }: Marks, accountId: string): Promise<void> =>
  storage.instance.set(`${PREFIX}${accountId}`, String(clock.nowMs()));

/** Removes the mark after the work, unless more was erased meanwhile. */
export async function forgetMarked(
  { storage }: Pick<ServiceContext, "storage">,
  forget: (accountId: string) => Promise<void>,
): Promise<void> {
  for (const { key, value } of await storage.instance.list(PREFIX)) {
    await forget(key.slice(PREFIX.length));
    if ((await storage.instance.find(key)) === value) await storage.instance.delete(key);
  }
}

/** Beyond it a count would hold up others: the time range is to be narrowed. */
const COUNTED_MAX = 1_000_000;
const ROWS_PER_STEP = 100;
/** Between two steps, for everybody else's writes. */
const PAUSE_MS = 5;
const CALL_MS_MAX = 5_000;

type Using = Pick<ServiceContext, "storage" | "digestKeys" | "clock" | "journal">;

async function measure({ storage }: Using, filter: DecisionFilter) {
  const found = await storage.decisions.measure({ ...filter, limit: COUNTED_MAX + 1 });
  if (found.decisions <= COUNTED_MAX) return found;
  throw new SignalboxError(
    "bad_request",
    `More than ${COUNTED_MAX.toLocaleString("en")} decisions fit. Narrow the time range, and take one part after the other.`,
  );
}

/** Decisions of the same conversations about other subjects, which are not selected. */
export async function countLeftOut(context: Using, filter: DecisionFilter): Promise<number> {
  const wider = withOtherSubjects(filter);
  if (wider === undefined) return 0;
  const [all, chosen] = await Promise.all([measure(context, wider), measure(context, filter)]);
  return all.decisions - chosen.decisions;
}

/** Changes nothing. */
export async function countSelected(
  context: Using,
  caller: Caller,
  selection: PrivacySelection,
): Promise<PrivacyCount> {
  authorise(caller.principal, "privacy.manage");
  await context.journal.flush();
  const to = selection.to ?? toIso(context.clock.nowMs() + 1);
  const filter = await selectedDecisions(context, caller.principal.accountId, selection);
  const { decisions, firstMs, lastMs } = await measure(context, filter);
  const left_out = await countLeftOut(context, filter);
  return { decisions, left_out, first_at: toIsoOrNull(firstMs), last_at: toIsoOrNull(lastMs), to };
}

interface Erased {
  decisions: number;
  feedback: number;
}

/** As much as fits into one call. */
async function eraseSteps({ storage }: Using, filter: DecisionFilter): Promise<Erased> {
  const endMs = performance.now() + CALL_MS_MAX;
  const erased: Erased = { decisions: 0, feedback: 0 };
  for (;;) {
    const step = await storage.decisions.erase({ ...filter, limit: ROWS_PER_STEP });
    erased.decisions += step.decisions;
    erased.feedback += step.feedback;
    if (step.decisions < ROWS_PER_STEP || performance.now() > endMs) return erased;
    await wait(PAUSE_MS);
  }
}

/** @throws SignalboxError conflict, and nothing is erased, when another number fits than the caller confirmed */
export async function eraseSelected(
  context: Using,
  caller: Caller,
  input: PrivacyErase,
): Promise<PrivacyErased> {
  authorise(caller.principal, "privacy.manage");
  const { decisions: confirmed, ...selection } = input;
  const { accountId } = caller.principal;
  await context.journal.flush();
  const filter = await selectedDecisions(context, accountId, selection);
  const { decisions } = await measure(context, filter);
  if (decisions !== confirmed)
    throw new SignalboxError(
      "conflict",
      `${decisions} decisions fit now, not ${confirmed}. Nothing was erased: count again, and look at what changed.`,
    );
  const left_out = await countLeftOut(context, filter);
  // First: what was learned is forgotten, also when this process ends in the middle.
  await markForgotten(context, accountId);
  const erased = await eraseSteps(context, filter);
  await changeAs(context, changedBy(caller), ({ note }) =>
    note({ action: "privacy.erase", details: { ...erased, of: decisions, by: selectedBy(selection) } }),
  );
  await context.storage.scrub();
  return { ...erased, left_out, remaining: Math.max(0, decisions - erased.decisions) };
}
