// Finds what a policy would choose and cost on the same conversations as the current version of a preference. Stores nothing.
import {
  invalid,
  SignalboxError,
  type DryRun,
  type DryRunPick,
  type DryRunResult,
  type DryRunTotals,
} from "@signalbox/contracts";
import { meanOfKnown } from "@signalbox/engine/numerics";

import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { createGiveWay } from "../give-way.ts";
import { assertPolicy } from "./check-policy.ts";
import { loadSide, readDryRunCases, type DryRunCase, type PolicySide } from "./dry-run-inputs.ts";
import { findPreference } from "./preferences.ts";
import { judgeRules } from "./unknown-names.ts";

const UNSERVED = { label: null, success: null, usd: null, seconds: null, degraded: true } as const;

function pick(item: DryRunCase, side: PolicySide): DryRunPick {
  try {
    const { explanation, label } = item.decide(side);
    const [chosen] = explanation.ranking;
    return {
      label,
      success: chosen?.success ?? null,
      usd: chosen?.usd ?? null,
      seconds: chosen?.seconds ?? null,
      degraded: explanation.degraded,
      reason: explanation.summary,
    };
  } catch (fault) {
    if (fault instanceof SignalboxError && fault.code === "no_eligible_candidate")
      return { ...UNSERVED, reason: fault.detail };
    throw fault;
  }
}

function totalsOf(picks: readonly DryRunPick[]): DryRunTotals {
  const served = picks.filter((item) => item.label !== null);
  return {
    usd: served.reduce((sum, item) => sum + (item.usd ?? 0), 0),
    usd_unknown: served.filter((item) => item.usd === null).length,
    success_mean: meanOfKnown(served.map((item) => item.success)),
    seconds_mean: meanOfKnown(served.map((item) => item.seconds)),
    degraded: served.filter((item) => item.degraded).length,
    unserved: picks.length - served.length,
  };
}

interface Sides {
  readonly current: PolicySide;
  readonly proposed: PolicySide;
}

async function compare(
  cases: readonly DryRunCase[],
  { current, proposed }: Sides,
): Promise<DryRunResult["items"]> {
  const items: DryRunResult["items"] = [];
  const giveWay = createGiveWay();
  for (const [index, item] of cases.entries()) {
    const [before, after] = [pick(item, current), pick(item, proposed)];
    const changed = before.label !== after.label;
    items.push({ index, session_id: item.sessionId, current: before, proposed: after, changed });
    const pause = giveWay();
    if (pause !== undefined) await pause;
  }
  return items;
}

/** @throws SignalboxError not_found; validation_failed when there is nothing to decide on or the policy is not valid */
export async function dryRunPreference(
  context: ServiceContext,
  caller: Caller,
  input: DryRun & { readonly id: string },
): Promise<DryRunResult> {
  authorise(caller.principal, "preferences.read");
  const { accountId } = caller.principal;
  const preference = await findPreference(context, caller, input.id);
  if (input.conversations === undefined && input.last_decisions === undefined)
    throw invalid([
      {
        location: "body",
        message: "It names nothing to decide on.",
        fix: "Send `conversations`, `last_decisions`, or both.",
      },
    ]);
  const proposed = input.policy ?? preference.policy;
  const isTextAllowed = context.config.retention.allowText;
  await assertPolicy(context.storage, { accountId, policy: proposed, isTextAllowed });
  const state = await context.accounts.get(accountId);
  const { cases, skipped, traffic } = await readDryRunCases(context, state, input);
  const items = await compare(cases, {
    current: await loadSide(context, state, preference.policy),
    proposed: await loadSide(context, state, proposed),
  });
  return {
    current_version: preference.version,
    total: items.length,
    changed: items.filter((item) => item.changed).length,
    current: totalsOf(items.map((item) => item.current)),
    proposed: totalsOf(items.map((item) => item.proposed)),
    items,
    skipped,
    traffic,
    rules: await judgeRules(context, accountId, proposed),
  };
}
