// Which reporters contradict everyone else? A key whose reports are foretold far worse than the other keys' reports, by
// a model fitted without it, is set aside: it may flip outcomes without moving any mean.

export interface KeyLosses {
  readonly keyId: string;
  /** Log loss of each of the key's rows under a model that did not see the key. @unit nats */
  readonly losses: readonly number[];
}

/** Standard errors above the middle of the keys from which a key is set aside. */
const DOUBT_Z = 3;
/** Honest keys differ in how hard their traffic is. @unit nats */
const HONEST_SPREAD = 0.08;
const ROWS_MIN = 20;

function meanAndError(losses: readonly number[]): { mean: number; error: number } {
  const mean = losses.reduce((sum, loss) => sum + loss, 0) / losses.length;
  const squares = losses.reduce((sum, loss) => sum + (loss - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / Math.max(1, losses.length - 1) / losses.length) };
}

/** Keys to set aside. Without at least three keys there is no majority to trust, and none is doubted. */
export function findDoubtfulKeys(keys: readonly KeyLosses[]): ReadonlySet<string> {
  const judged = keys
    .filter(({ losses }) => losses.length >= ROWS_MIN)
    .map(({ keyId, losses }) => {
      const { mean, error } = meanAndError(losses);
      return { keyId, count: losses.length, mean, error };
    });
  if (judged.length < 3) return new Set();
  const middle = judged.map(({ mean }) => mean).sort((a, b) => a - b)[Math.floor((judged.length - 1) / 2)]!;
  const total = judged.reduce((sum, { count }) => sum + count, 0);
  return new Set(
    judged
      .filter(
        ({ mean, error, count }) =>
          count <= total / 2 && (mean - middle) / Math.hypot(error, HONEST_SPREAD) > DOUBT_Z,
      )
      .map(({ keyId }) => keyId),
  );
}
