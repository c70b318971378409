// How far the level of a model that nobody knows is moved by its size, or else by its price.
// @source lines through the models on three boards or more: 292 of known size, residual deviation .57 of .83; 360 of known price,
// .78 of .86, so that a price says little. A stranger stays below such a line, since nobody has measured it.

const SIZE = { slope: 0.32, from: 8, most: 1.4 } as const;
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

/** A low price moves nobody down: good models are cheap too. */
export function strangerShift({ paramsB, blendedUsdPerMTok }: StrangerHints): number {
  if (paramsB !== undefined && paramsB > 0) return moved(paramsB, SIZE);
  return blendedUsdPerMTok === undefined ? 0 : Math.max(0, moved(blendedUsdPerMTok, PRICE));
}
