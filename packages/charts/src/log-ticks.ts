/** Rounder ones first: where there is no room for all, the roundest stay. */
const DIGITS = [1, 3, 2, 5, 7] as const;
/** With so many the axis can be read, and further digits would only make it uneven. */
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
