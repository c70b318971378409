// Trains one member: shuffled batches, warm-up then linear cool-down, the best epoch by dev loss is kept.
import { PROMPT_TOKENS_MAX } from "@signalbox/engine/internals";
import type { Random } from "@signalbox/engine/numerics";
import { shuffle, splitmix32 } from "@signalbox/engine/numerics";
import { clearGradients, createGradients, runBackward } from "./backward.ts";
import { scoreMember } from "./dev-score.ts";
import type { DevScore } from "./dev-score.ts";
import { createPass, runForward } from "./forward.ts";
import type { Dropout } from "./forward.ts";
import { cloneMember, createMember } from "./member.ts";
import type { MemberParameters, MemberShape } from "./member.ts";
import { createOptimiser, stepMember } from "./optimiser.ts";
import type { LearningRates } from "./optimiser.ts";
import type { Rewordings, TrainingSet } from "./training-set.ts";
import { wholeAt } from "../../arrays/value-at.ts";

export interface MemberOptions {
  readonly shape: MemberShape;
  readonly seed: number;
  readonly epochs: number;
  readonly batchSize: number;
  readonly dropout: Dropout;
  readonly rates: LearningRates;
  /** Share of the passes that read a prompt in other words. @range 0..1 */
  readonly rewordShare: number;
}

export interface TrainedMember {
  readonly parameters: MemberParameters;
  readonly epoch: number;
  readonly dev: DevScore;
}

export interface EpochProgress {
  readonly epoch: number;
  readonly epochs: number;
  readonly trainLoss: number;
  readonly dev: DevScore;
}

const WARM_UP_STEPS = 100;

/** Rises over the first steps, then falls linearly to a twentieth at the end of the last epoch. */
function paceAt(step: number, stepsTotal: number): number {
  return Math.min(1, step / WARM_UP_STEPS) * Math.max(0.05, 1 - step / stepsTotal);
}

/** Row of another wording of `row`, or -1 for the prompt itself. */
function drawWording({ offsets }: Rewordings, row: number, share: number, random: Random): number {
  const from = wholeAt(offsets, row);
  const count = wholeAt(offsets, row + 1) - from;
  if (count === 0 || random() >= share) return -1;
  return from + Math.floor(random() * count);
}

/**
 * @param start Starting token vectors, row-major, `width` columns.
 * Same set, options and start give the same member, bit for bit.
 */
export function trainMember(
  set: TrainingSet,
  options: MemberOptions,
  start: { readonly tokens: Float32Array; readonly width: number },
  onEpoch: (progress: EpochProgress) => void,
): TrainedMember {
  const { shape, batchSize, epochs } = options;
  const random = splitmix32(options.seed);
  const member = createMember(shape, start, random);
  const state = createOptimiser(shape, member);
  const gradients = createGradients(shape, batchSize * PROMPT_TOKENS_MAX);
  const pass = createPass(shape, PROMPT_TOKENS_MAX);
  const context = { shape, member, features: set.features, training: { dropout: options.dropout, random } };
  const reworded = { ...context, features: set.rewordings.features };
  const rows = set.trainRows.slice();
  const stepsTotal = Math.ceil(rows.length / batchSize) * epochs;
  let best: TrainedMember | undefined;
  for (let epoch = 1; epoch <= epochs; epoch += 1) {
    shuffle(rows, random);
    let loss = 0;
    for (let from = 0; from < rows.length; from += batchSize) {
      clearGradients(gradients);
      for (const row of rows.subarray(from, from + batchSize)) {
        const wording = drawWording(set.rewordings, row, options.rewordShare, random);
        if (wording < 0) runForward(context, row, pass);
        else runForward(reworded, wording, pass);
        loss += runBackward(context, { set, row, pass }, gradients);
      }
      const update = { gradients, rates: options.rates, pace: paceAt(state.step, stepsTotal) };
      stepMember({ shape, member, set }, state, update);
    }
    const dev = scoreMember(set, shape, member);
    onEpoch({ epoch, epochs, trainLoss: loss / rows.length, dev });
    if (best === undefined || dev.loss < best.dev.loss)
      best = { parameters: cloneMember(member), epoch, dev };
  }
  return best ?? { parameters: member, epoch: 0, dev: scoreMember(set, shape, member) };
}
