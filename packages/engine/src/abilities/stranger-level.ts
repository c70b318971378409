// How far size, or else price, moves the level of an unknown model.
// @source size: the ability that scores imply of 232 models on no board in 15 sources, slope .20 (.16 to .24 with a source left out),
// residual deviation .72; the models on three boards and more rise by .32, which put a stranger of 180 B above GPT-4. Price: a line
// through 360 models on boards, residual deviation .78 of .86, so that it says little.

const SIZE = { slope: 0.2, from: 8, most: 0.5 } as const;
const PRICE = { slope: 0.22, from: 0.5, most: 0.7 } as const;

export interface StrangerHints {
  /** @unit billions of parameters */
  readonly paramsB?: number | undefined;
  /** @unit USD per 1M tokens */
  readonly blendedUsdPerMTok?: number | undefined;
}

function moved(value: number, { slope, from, most }: typeof SIZE | typeof PRICE): number {
  const by = slope * Math.log(Math.max(Number.MIN_VALUE, value) / from);
  return Math.max(-most, Math.min(most, by));
}

/** A low price lowers no model: good models are cheap too. */
export function strangerShift({ paramsB, blendedUsdPerMTok }: StrangerHints): number {
  if (paramsB !== undefined && paramsB > 0) return moved(paramsB, SIZE);
  return blendedUsdPerMTok === undefined ? 0 : Math.max(0, moved(blendedUsdPerMTok, PRICE));
}
