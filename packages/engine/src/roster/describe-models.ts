// Every candidate of the roster: what it is offered, what it could serve, what it is picked for, and who makes it needless.
import type { RosterModel } from "@signalbox/contracts";

import type { Estimated } from "../estimate/estimated.ts";
import { groundWords } from "../explain/ground-words.ts";
import { dominanceWords } from "./advice-words.ts";
import type { Dominance } from "./find-dominated.ts";
import type { RosterTrial } from "./roster-trial.ts";

export function restsOn({ candidate: { ability }, abilityOrigin }: Estimated): string {
  return abilityOrigin === "own" ? "outcomes of this account" : groundWords(ability.placed.ground);
}

interface Figures {
  readonly success: number | null;
  readonly usdPerThousand: number | null;
  readonly seconds: number | null;
}

/** Null as soon as one is unknown. */
function meanOrNull(values: readonly (number | undefined)[]): number | null {
  let sum = 0;
  for (const value of values) {
    if (value === undefined) return null;
    sum += value;
  }
  return values.length === 0 ? null : sum / values.length;
}

function figuresOf(estimates: readonly Estimated[]): Figures {
  const usd = meanOrNull(estimates.map(({ bill }) => bill.usd));
  return {
    success: meanOrNull(estimates.map(({ success }) => success)),
    usdPerThousand: usd === null ? null : 1000 * usd,
    seconds: meanOrNull(estimates.map(({ latency }) => latency.seconds)),
  };
}

export interface Judged {
  readonly trials: readonly RosterTrial[];
  readonly picks: readonly number[];
  readonly dominance: ReadonlyMap<number, Dominance>;
}

function describeDominance({ trials, dominance }: Judged, position: number): RosterModel["dominated"] {
  const found = dominance.get(position);
  if (found === undefined) return null;
  const estimatesOf = (at: number): Estimated[] =>
    found.requests.flatMap((request) => trials[request]?.cells[at]?.estimated ?? []);
  const [own, other] = [estimatesOf(found.label), estimatesOf(found.by)];
  const [a, b] = [figuresOf(own), figuresOf(other)];
  const by = other[0]?.label ?? "";
  return {
    by,
    at_least_as_able: found.atLeastAsAble,
    cheaper: found.cheaper,
    reason: dominanceWords({
      label: own[0]?.label ?? "",
      by,
      atLeastAsAble: found.atLeastAsAble,
      success: a.success ?? 0,
      bySuccess: b.success ?? 0,
      usdPerThousand: a.usdPerThousand ?? 0,
      byUsdPerThousand: b.usdPerThousand ?? 0,
      requests: found.requests.length,
    }),
  };
}

export function describeModel(judged: Judged, position: number): RosterModel {
  const { trials, picks } = judged;
  const cells = trials.flatMap(({ cells: row }) => row[position] ?? []);
  const offered = cells.filter(({ isOffered }) => isOffered);
  const served = offered.filter(({ canServe }) => canServe);
  const [first] = cells;
  const { success, usdPerThousand, seconds } = figuresOf(served.map(({ estimated }) => estimated));
  const count = Math.max(1, trials.length);
  return {
    label: first?.estimated.label ?? "",
    model_id: first?.estimated.candidate.modelId ?? null,
    mode: first?.estimated.candidate.mode?.mode ?? null,
    rests_on: first === undefined ? "" : restsOn(first.estimated),
    offered_share: offered.length / count,
    served_share: served.length / Math.max(1, offered.length),
    pick_share: picks.filter((pick) => pick === position).length / count,
    success,
    usd_per_1000: usdPerThousand,
    seconds,
    dominated: describeDominance(judged, position),
  };
}
