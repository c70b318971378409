// Slopes of the scores by which the parts of a turn are weighed against each other.
import { COLUMNS, GROUP_OF, GROUPS, SCORE_RANGE, SCORES_AT, SHARING } from "@signalbox/engine/internals";

/** A row whose parts were weighed. */
interface Attended {
  /** Sums of the whole, then of each part. @shape (1 + partCount) x COLUMNS */
  readonly segments: Float64Array;
  /** @shape partCount x GROUPS.length */
  readonly counts: Float64Array;
  readonly shares: Float64Array;
  readonly partCount: number;
}

const WIDTH = GROUPS.length;
const SLOPE_MOST = 1;
/** A part that asks is looked for even where nearly nothing of it is looked at. */
const SHARE_LEAST = 1e-3;

/**
 * From the slopes of what a row adds up to.
 * @param whole @shape COLUMNS
 * @param slopes @shape out partCount x GROUPS.length
 */
export function slopeScores(
  { segments, counts, shares, partCount }: Attended,
  whole: Float64Array,
  slopes: Float64Array,
): void {
  slopes.fill(0, 0, partCount * WIDTH);
  const sums = GROUPS.map(() => 0);
  for (let part = 0; part < partCount; part += 1) {
    const from = (1 + part) * COLUMNS;
    for (let column = 0; column < COLUMNS; column += 1) {
      const group = GROUP_OF[column]!;
      if (group >= 0) slopes[part * WIDTH + group]! += whole[column]! * segments[from + column]!;
    }
    for (let group = 0; group < WIDTH; group += 1) {
      slopes[part * WIDTH + group]! *= counts[part * WIDTH + group]!;
      sums[group]! += slopes[part * WIDTH + group]!;
    }
  }
  for (let part = 0; part < partCount; part += 1)
    for (let group = 0; group < WIDTH; group += 1) {
      const at = part * WIDTH + group;
      const slope = slopes[at]! - SHARING[group]! * shares[at]! * sums[group]!;
      const score = segments[(1 + part) * COLUMNS + SCORES_AT + group]!;
      const isBeyond = (score >= SCORE_RANGE.high && slope < 0) || (score <= SCORE_RANGE.low && slope > 0);
      slopes[at] = isBeyond ? 0 : Math.max(-SLOPE_MOST, Math.min(SLOPE_MOST, slope));
    }
}

/** Facts about the parts of a row. */
interface Guide {
  /** Marks of each part: 1 where it asks. */
  readonly asks: Int8Array;
  /** How much it counts, by group. @shape GROUPS */
  readonly guides: readonly number[];
}

/** Parts that ask are to have all of the share: minus the logarithm of theirs is added to the loss. */
export function guideScores(
  { shares, partCount }: Attended,
  { asks, guides }: Guide,
  slopes: Float64Array,
): void {
  for (let group = 0; group < WIDTH; group += 1) {
    let asking = SHARE_LEAST;
    for (let part = 0; part < partCount; part += 1)
      if (asks[part] === 1) asking += shares[part * WIDTH + group]!;
    for (let part = 0; part < partCount; part += 1) {
      const at = part * WIDTH + group;
      slopes[at]! += guides[group]! * shares[at]! * (1 - Number(asks[part] === 1) / asking);
    }
  }
}
