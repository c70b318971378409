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

/** Standard errors that a change must exceed after scanning all splits (4 errs about once in 1,000 stable series of 500), and residuals on either side. */
const [Z_MIN, SIDE_MIN] = [5, 16];

/**
 * The strongest split of a series of residuals (outcome minus estimate), or undefined when it is stable.
 * @source Page (1955), A test for a change in a parameter occurring at an unknown point (maximum of two-sample z)
 */
export function findChangePoint(residuals: ArrayLike<number>): ChangePoint | undefined {
  const count = residuals.length;
  if (count < 2 * SIDE_MIN) return undefined;
  let total = 0;
  let squares = 0;
  for (let index = 0; index < count; index += 1) {
    total += residuals[index]!;
    squares += residuals[index]! ** 2;
  }
  const variance = Math.max(1e-3, squares / count - (total / count) ** 2);
  let best: ChangePoint | undefined;
  let before = 0;
  for (let index = 1; index <= count - SIDE_MIN; index += 1) {
    before += residuals[index - 1]!;
    if (index < SIDE_MIN) continue;
    const shift = (total - before) / (count - index) - before / index;
    const z = Math.abs(shift) / Math.sqrt(variance * (1 / index + 1 / (count - index)));
    if (z > (best?.z ?? Z_MIN)) best = { index, shift, z };
  }
  return best;
}

/** Standard errors by which the others' residuals must show a change, on at least so many since, whose variance is at least this. */
const [CONFIRMED_Z, CONFIRMED_MIN, VARIANCE_MIN] = [3, 4, 0.05];

interface Side {
  count: number;
  sum: number;
}

/**
 * The key without whose residuals a change does not show; undefined where it shows without each of them, or where there is one key alone.
 * Of several such keys the one with most residuals since the change.
 * @param keys of the residuals @param index first index of the new regime
 */
export function findKeyBehind(
  residuals: readonly number[],
  keys: readonly string[],
  index: number,
): string | undefined {
  const sides = new Map<string, readonly [before: Side, since: Side]>();
  const all = [0, 1].map((): Side => ({ count: 0, sum: 0 }));
  let squares = 0;
  residuals.forEach((residual, at) => {
    const own = sides.get(keys[at]!) ?? [
      { count: 0, sum: 0 },
      { count: 0, sum: 0 },
    ];
    sides.set(keys[at]!, own);
    for (const side of [own[at < index ? 0 : 1], all[at < index ? 0 : 1]!]) {
      side.count += 1;
      side.sum += residual;
    }
    squares += residual * residual;
  });
  if (sides.size < 2) return undefined;
  const [before, since] = [all[0]!, all[1]!];
  const direction = Math.sign(since.sum / since.count - before.sum / before.count);
  const variance = Math.max(VARIANCE_MIN, squares / residuals.length);
  const isShownWithout = ([own, ownSince]: readonly [Side, Side]): boolean => {
    const [m, n] = [before.count - own.count, since.count - ownSince.count];
    if (m < CONFIRMED_MIN || n < CONFIRMED_MIN) return false;
    const shift = (since.sum - ownSince.sum) / n - (before.sum - own.sum) / m;
    return (direction * shift) / Math.sqrt(variance * (1 / m + 1 / n)) >= CONFIRMED_Z;
  };
  const behind = [...sides].filter(([, own]) => !isShownWithout(own));
  return behind.toSorted(([a, x], [b, y]) => y[1].count - x[1].count || (a < b ? -1 : 1))[0]?.[0];
}
