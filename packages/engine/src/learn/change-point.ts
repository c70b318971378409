// Has a model changed? Scans an arm's residuals in time order for the split that chance explains worst. Evidence from
// before a change speaks of another model under the same name and is set aside.

interface ChangePoint {
  /** First index of the new regime. */
  readonly index: number;
  /** Difference of the mean residual, new minus old. */
  readonly shift: number;
  /** Size of the change in standard errors. */
  readonly z: number;
}

interface ChangeOptions {
  /** A change must exceed this, after scanning all splits. 4 errs about once in 1,000 stable series of 500. */
  readonly zMin: number;
  /** Fewest residuals on either side of a split. */
  readonly sideMin: number;
}

const CHANGE_DEFAULTS: ChangeOptions = { zMin: 5, sideMin: 16 };

/**
 * The strongest split of a series of residuals (outcome minus estimate), or undefined when it is stable.
 * @source Page (1955), A test for a change in a parameter occurring at an unknown point (maximum of two-sample z)
 */
export function findChangePoint(
  residuals: ArrayLike<number>,
  options: ChangeOptions = CHANGE_DEFAULTS,
): ChangePoint | undefined {
  const count = residuals.length;
  if (count < 2 * options.sideMin) return undefined;
  let total = 0;
  let squares = 0;
  for (let index = 0; index < count; index += 1) {
    total += residuals[index]!;
    squares += residuals[index]! ** 2;
  }
  const variance = Math.max(1e-3, squares / count - (total / count) ** 2);
  let best: ChangePoint | undefined;
  let before = 0;
  for (let index = 1; index <= count - options.sideMin; index += 1) {
    before += residuals[index - 1]!;
    if (index < options.sideMin) continue;
    const shift = (total - before) / (count - index) - before / index;
    const z = Math.abs(shift) / Math.sqrt(variance * (1 / index + 1 / (count - index)));
    if (z > (best?.z ?? options.zMin)) best = { index, shift, z };
  }
  return best;
}
