// One key of an account turns malicious and reports the opposite of the truth. How many picks does it change, and what do they lose?
import type { LearnedPolicy } from "@signalbox/engine";
import { createReportsPolicy, fitReports, type FeedbackEvidence } from "@signalbox/engine/learn";
import { mulberry32 } from "@signalbox/engine/numerics";

import { learnedSuccess } from "./online-policy.ts";
import type { OutcomeWorld } from "./outcome-world.ts";
import { densePrompts } from "./outcome-world.ts";
import { valueAt } from "../arrays/value-at.ts";

interface PoisoningOptions {
  readonly feedbacks: number;
  /** Share of the feedback that the poisoned key sends. @range 0..1 */
  readonly share: number;
  readonly honestKeys: number;
  readonly seed: number;
}

interface PoisoningResult {
  /** Share of picks that differ between learning with and without the poisoned key. @range 0..1 */
  readonly changed: number;
  /** Mean outcome of the picks without the poisoned key less that with it. */
  readonly lost: number;
  readonly picks: number;
}

function drawEvidence(
  world: OutcomeWorld,
  options: PoisoningOptions,
): { rows: FeedbackEvidence[]; held: number[] } {
  const random = mulberry32(options.seed);
  const prompts = densePrompts(world).sort(() => random() - 0.5);
  const half = Math.floor(prompts.length / 2);
  const columns = world.models.length;
  const rows = Array.from({ length: options.feedbacks }, (_, index): FeedbackEvidence => {
    const prompt = valueAt(prompts, Math.floor(random() * half));
    const model = Math.floor(random() * columns);
    const isPoison = random() < options.share;
    const outcome = valueAt(world.outcomes, prompt * columns + model);
    return {
      arm: valueAt(world.models, model),
      encoding: valueAt(world.encodings, prompt),
      prior: valueAt(world.shipped, prompt * columns + model),
      outcome: isPoison ? 1 - outcome : outcome,
      keyId: isPoison ? "poison" : `honest-${Math.floor(random() * options.honestKeys)}`,
      reportedAtMs: index * 60_000,
      credit: 1,
    };
  });
  return { rows, held: prompts.slice(half) };
}

function pickWith(world: OutcomeWorld, learned: LearnedPolicy | undefined, prompt: number): number {
  const columns = world.models.length;
  const shipped = world.shipped.subarray(prompt * columns, (prompt + 1) * columns);
  const estimates = learnedSuccess(learned, world, { prompt, shipped });
  return estimates.indexOf(Math.max(...estimates));
}

export function measurePoisoning(world: OutcomeWorld, options: PoisoningOptions): PoisoningResult {
  const { rows, held } = drawEvidence(world, options);
  const nowMs = options.feedbacks * 60_000;
  const fit = (kept: readonly FeedbackEvidence[]) => {
    const fitted = fitReports(kept, nowMs);
    return fitted && createReportsPolicy("study", fitted);
  };
  const clean = fit(rows.filter((row) => row.keyId !== "poison"));
  const poisoned = fit(rows);
  const outcomeOf = (prompt: number, model: number): number =>
    valueAt(world.outcomes, prompt * world.models.length + model);
  let [changed, lost] = [0, 0];
  for (const prompt of held) {
    const [before, after] = [clean, poisoned].map((learned) => pickWith(world, learned, prompt));
    changed += Number(before !== after);
    lost += outcomeOf(prompt, before ?? 0) - outcomeOf(prompt, after ?? 0);
  }
  return { changed: changed / held.length, lost: lost / held.length, picks: held.length };
}
