// How far the two readers of the atlas agree: share, and Cohen's kappa, which takes chance into account.
import type { AtlasLabel } from "./atlas-schema.ts";

interface Agreement {
  readonly count: number;
  readonly operation: { readonly share: number; readonly kappa: number };
  readonly field: { readonly share: number; readonly kappa: number };
  readonly tier: { readonly share: number; readonly kappa: number; readonly withinOne: number };
  /** Share of requests whose two ranges of tokens overlap. */
  readonly tokensOverlap: number;
}

interface TwoReaders {
  readonly author: AtlasLabel;
  readonly secondReader: AtlasLabel | undefined;
}

type Pair = readonly [AtlasLabel, AtlasLabel];

/** @source Cohen (1960): (observed - expected) / (1 - expected) */
function agreementIn(pairs: readonly Pair[], of: (label: AtlasLabel) => string | number) {
  const share = pairs.filter(([one, other]) => of(one) === of(other)).length / pairs.length;
  const count = (side: 0 | 1): Map<string | number, number> => {
    const counts = new Map<string | number, number>();
    for (const pair of pairs) counts.set(of(pair[side]), (counts.get(of(pair[side])) ?? 0) + 1);
    return counts;
  };
  const second = count(1);
  const expected = [...count(0)].reduce(
    (sum, [value, times]) => sum + (times / pairs.length) * ((second.get(value) ?? 0) / pairs.length),
    0,
  );
  return { share, kappa: expected === 1 ? 1 : (share - expected) / (1 - expected) };
}

/** Undefined where no request has two labels. */
export function measureAgreement(entries: readonly TwoReaders[]): Agreement | undefined {
  const pairs = entries.flatMap(({ author, secondReader }): Pair[] =>
    secondReader === undefined ? [] : [[author, secondReader]],
  );
  if (pairs.length === 0) return undefined;
  const shareOf = (holds: (pair: Pair) => boolean): number => pairs.filter(holds).length / pairs.length;
  return {
    count: pairs.length,
    operation: agreementIn(pairs, ({ op }) => op),
    field: agreementIn(pairs, ({ field }) => field),
    tier: {
      ...agreementIn(pairs, ({ tier }) => tier),
      withinOne: shareOf(([one, other]) => Math.abs(one.tier - other.tier) <= 1),
    },
    tokensOverlap: shareOf(
      ([one, other]) => one.tokens[0] <= other.tokens[1] && other.tokens[0] <= one.tokens[1],
    ),
  };
}
