export interface Tick {
  /** Tells the ticks of an axis apart; labels may repeat from one domain to the next. */
  readonly key: string;
  /** @unit pixels */
  readonly at: number;
  readonly label: string;
}

/** A tick a value, in order; a value whose label repeats the one before it says nothing new and is left out. */
export function ticksOf(
  values: readonly number[],
  place: (value: number) => number,
  format: (value: number) => string,
): readonly Tick[] {
  return values
    .map((value) => ({ key: String(value), at: place(value), label: format(value) }))
    .filter(({ label }, index, all) => label !== all[index - 1]?.label);
}

/** At most `limit` of the items, evenly spaced, the first always among them. */
export function thin<T>(items: readonly T[], limit: number): T[] {
  const step = Math.max(1, Math.ceil(items.length / Math.max(1, limit)));
  return items.filter((_, index) => index % step === 0);
}
