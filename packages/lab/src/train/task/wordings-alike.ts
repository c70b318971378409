// Draws the logits of a row towards those of the last wording of the same request.
import { HEADS } from "@signalbox/engine/internals";

export interface WordingsOptions {
  readonly groupCount: number;
  /** How strongly the logits of two wordings are drawn together. @shape HEADS.count */
  readonly likeness: Float32Array;
  /** Heads that share one choice. */
  readonly choices: readonly (readonly [from: number, to: number])[];
}

export interface Wordings {
  /** Keeps the logits of the row in the hand: those of one choice mean the same whatever is added to all of them. */
  centre(out: Float64Array): void;
  /** Adds to the slopes of the row in the hand. @param group -1 of a row by itself */
  liken(group: number, slopes: Float64Array): void;
}

/** Beside slopes of shares that are at most 1. */
const APART_MOST = 1;

export function createWordings({ groupCount, likeness, choices }: WordingsOptions): Wordings {
  const last = new Float32Array(groupCount * HEADS.count);
  const isSeen = new Uint8Array(groupCount);
  const centred = new Float64Array(HEADS.count);
  return {
    centre: (out) => {
      centred.set(out);
      for (const [from, to] of choices) {
        let mean = 0;
        for (let head = from; head < to; head += 1) mean += out[head]! / (to - from);
        for (let head = from; head < to; head += 1) centred[head] = out[head]! - mean;
      }
    },
    liken: (group, slopes) => {
      if (group < 0) return;
      const before = last.subarray(group * HEADS.count, (group + 1) * HEADS.count);
      if (isSeen[group] === 1)
        for (let head = 0; head < HEADS.count; head += 1) {
          const apart = likeness[head]! * (centred[head]! - before[head]!);
          slopes[head]! += Math.max(-APART_MOST, Math.min(APART_MOST, apart));
        }
      before.set(centred);
      isSeen[group] = 1;
    },
  };
}
