// More thought makes no model less able: where boards say so, it is the boards that differ. Levels of one model are pooled along
// the order of its modes, each weighed by its precision, until none falls.
// @source isotonic regression over a rooted tree by minimum violators, Thompson (1962); on a chain, pool adjacent violators
import { isMode, thinksLess } from "@signalbox/contracts";

export interface ModeLevel {
  readonly mode: string;
  readonly level: number;
  /** Above 0. */
  readonly precision: number;
}

interface Pool {
  level: number;
  precision: number;
  readonly modes: string[];
  /** The pool of the next lesser thought. */
  below: Pool | undefined;
}

const isLess = (mode: string, than: string): boolean =>
  isMode(mode) && isMode(than) && thinksLess(mode, than);

function buildPools(levels: readonly ModeLevel[]): Pool[] {
  const pools = levels.map(({ mode, level, precision }): Pool => ({
    level,
    precision,
    modes: [mode],
    below: undefined,
  }));
  levels.forEach(({ mode }, at) => {
    for (const [other, { mode: lesser }] of levels.entries()) {
      const below = pools[at]?.below;
      const isNearer = below === undefined || below.modes.some((each) => isLess(each, lesser));
      if (isLess(lesser, mode) && isNearer) pools[at]!.below = pools[other];
    }
  });
  return pools;
}

function join(pools: readonly Pool[], pool: Pool, below: Pool): Pool[] {
  const precision = below.precision + pool.precision;
  below.level = (below.precision * below.level + pool.precision * pool.level) / precision;
  below.precision = precision;
  below.modes.push(...pool.modes);
  const left = pools.filter((each) => each !== pool);
  for (const each of left) if (each.below === pool) each.below = below;
  return left;
}

/** Levels that never fall as thought grows, as near to the given ones as that allows. Modes without order keep theirs. */
export function orderModes(levels: readonly ModeLevel[]): ReadonlyMap<string, number> {
  let pools = buildPools(levels);
  for (;;) {
    const worst = pools
      .filter(({ level, below }) => below !== undefined && level < below.level)
      .reduce<Pool | undefined>(
        (least, each) => (least && least.level <= each.level ? least : each),
        undefined,
      );
    if (worst?.below === undefined) break;
    pools = join(pools, worst, worst.below);
  }
  return new Map(pools.flatMap(({ modes, level }) => modes.map((mode) => [mode, level] as const)));
}
