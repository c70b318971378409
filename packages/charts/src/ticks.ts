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

type Domain = readonly [low: number, high: number];

/** Half-way marks between 1, 2, 5 and 10, where both neighbours are equally far in proportion. */
const ROUNDER = [Math.SQRT2, Math.sqrt(10), Math.sqrt(50)] as const;

/** A domain on both sides of zero has no round ends in one part. Where one was asked for, a step makes two at most. */
const PARTS_LEAST = 2;
const UPWARDS = [1 + 1e-9, 2 + 1e-9, 5 + 1e-9] as const;

/** The number that is 1, 2 or 5 times a power of ten and cuts the domain into about `count` parts. */
function roundStep([low, high]: Domain, count: number): number {
  const exact = (high - low) / Math.max(PARTS_LEAST, count);
  const power = Math.floor(Math.log10(exact));
  const digits = exact / 10 ** power;
  const marks = count < PARTS_LEAST ? UPWARDS : ROUNDER;
  const factor = [1, 2, 5, 10][marks.filter((mark) => digits >= mark).length] ?? 1;
  return Number(`${factor}e${power}`);
}

/** So near to a whole step, a value is one: thirds of a step and smaller are never meant. */
const NEARLY = 1e-9;
const stepsBelow = (value: number, step: number): number => Math.floor(value / step + NEARLY);
const stepsAbove = (value: number, step: number): number => Math.ceil(value / step - NEARLY);
/** Without the last digits that a product of fractions leaves. */
const at = (steps: number, step: number): number => Number((steps * step).toPrecision(12));

/** Multiples of a round step within the domain. */
export function roundTicks(domain: Domain, count: number): number[] {
  const step = roundStep(domain, count);
  const first = stepsAbove(domain[0], step);
  const length = Math.max(0, stepsBelow(domain[1], step) - first + 1);
  return Array.from({ length }, (_, index) => at(first + index, step));
}

/** The domain with round ends; a wider one may have a wider step, which widens it once more. */
export function nice(domain: Domain, count: number): [number, number] {
  const step = roundStep(domain, count);
  const wide: Domain = [at(stepsBelow(domain[0], step), step), at(stepsAbove(domain[1], step), step)];
  return roundStep(wide, count) === step ? [...wide] : nice(wide, count);
}

/** The least and the greatest; undefined of nothing. */
export function extent(values: readonly number[]): [number, number] | undefined {
  return values.length === 0 ? undefined : [Math.min(...values), Math.max(...values)];
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

/** Keeps ticks at least this far from the previous one; the first always stays. */
export function apart<T extends Pick<Tick, "at">>(ticks: readonly T[], roomPx: number): T[] {
  const kept: T[] = [];
  for (const tick of ticks) {
    const last = kept.at(-1);
    if (last === undefined || tick.at - last.at >= roomPx) kept.push(tick);
  }
  return kept;
}
