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

/** Rounder ones first: where there is no room for all, the roundest stay. */
const DIGITS = [1, 3, 2, 5, 7] as const;
/** An axis with so many can be read; further digits would only make it uneven. */
const ENOUGH = 4;

/**
 * Ticks of a logarithmic axis whose labels do not touch, in rising order.
 * @param place from a value to its place on the axis. @unit pixels
 * @param gapPx room that one label needs
 */
export function logTicks(
  [low, high]: readonly [low: number, high: number],
  place: (value: number) => number,
  gapPx: number,
): number[] {
  const ticks: number[] = [];
  for (const digit of DIGITS) {
    if (ticks.length >= ENOUGH) break;
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
      const tick = Number(`${digit}e${power}`);
      const isFree = ticks.every((taken) => Math.abs(place(taken) - place(tick)) >= gapPx);
      if (tick >= low && tick <= high && isFree) ticks.push(tick);
    }
  }
  return ticks.sort((a, b) => a - b);
}

/** Keeps those of rising ticks that stand at least so far from the one before; the first always stays. */
export function apart<T extends Pick<Tick, "at">>(ticks: readonly T[], roomPx: number): T[] {
  const kept: T[] = [];
  for (const tick of ticks) {
    const last = kept.at(-1);
    if (last === undefined || tick.at - last.at >= roomPx) kept.push(tick);
  }
  return kept;
}
