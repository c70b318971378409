// What the requests ask for, kind by kind, and who is picked for it.
import type { Advice } from "@signalbox/contracts";

import { workWords } from "../explain/task-words.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import type { RosterTrial } from "./roster-trial.ts";

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
