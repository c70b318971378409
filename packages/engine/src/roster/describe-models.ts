// Every candidate of the roster: what it is offered, what it could serve, what it is picked for, and who makes it needless.
import type { Advice, RosterModel } from "@signalbox/contracts";
import { workWords } from "../explain/task-words.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import type { RosterTrial } from "./roster-request.ts";
import type { Estimated } from "../estimate/estimated.ts";
import { groundWords } from "../explain/ground-words.ts";
import { dominanceWords } from "./advice-words.ts";
import type { Dominance } from "./find-dominated.ts";

// The requests by kind, and the models that are picked for each.

/** "debugging (software)" */
export function kindOf({ task }: PromptEncoding): string {
  return workWords(task.operation, task.field);
}

/** The most frequent first; equal ones by name. */
export function countShares(names: readonly string[]): { label: string; share: number }[] {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .map(([label, count]) => ({ label, share: count / Math.max(1, names.length) }))
    .sort((a, b) => b.share - a.share || (a.label < b.label ? -1 : 1));
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, each) => sum + each, 0) / values.length;

const KINDS_MAX = 12;

export function describeMix(trials: readonly RosterTrial[], picks: readonly number[]): Advice["mix"] {
  const rows = trials.flatMap((trial, request) => {
    const estimated = trial.cells[picks[request] ?? -1]?.estimated;
    return [{ kind: kindOf(trial.outlook.encoding), estimated }];
  });
  return countShares(rows.map(({ kind }) => kind))
    .slice(0, KINDS_MAX)
    .map(({ label: kind, share }) => {
      const served = rows.flatMap((row) =>
        row.kind === kind && row.estimated !== undefined ? [row.estimated] : [],
      );
      return {
        kind,
        share,
        success: served.length === 0 ? null : mean(served.map(({ success }) => success)),
        input_tokens: mean(served.map(({ usage }) => usage.inputTokens)),
        output_tokens: mean(served.map(({ usage: { output } }) => output.visibleMean + output.hiddenMean)),
        picks: countShares(served.map(({ label }) => label)),
      };
    });
}

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

interface Judged {
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
