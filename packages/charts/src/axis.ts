import { logTicks, nice, roundTicks, ticksOf } from "./ticks.ts";
import type { Tick } from "./ticks.ts";

/** From values to places, with the ticks to draw. */
export interface Axis {
  readonly place: (value: number) => number;
  readonly ticks: readonly Tick[];
}

interface AxisRequest {
  readonly domain: readonly [low: number, high: number];
  /** The places where the ends of the domain lie; falling for an axis that grows upwards. @unit pixels */
  readonly range: readonly [from: number, to: number];
  readonly format: (value: number) => string;
}

interface LinearRequest extends AxisRequest {
  /** About how many ticks. */
  readonly count: number;
  /** Extends the domain to round values. */
  readonly isNice?: boolean;
  /** Counts have no halves: ticks are whole numbers. */
  readonly isCount?: boolean;
}

/** Half a unit around a domain of one value, which would otherwise have no width. */
function widen([low, high]: AxisRequest["domain"]): [number, number] {
  return low === high ? [low - 0.5, high + 0.5] : [low, high];
}

/** From a domain to a range in proportion; a domain of one value is in the middle. */
const inProportion =
  ([low, high]: AxisRequest["domain"], [from, to]: AxisRequest["range"]) =>
  (value: number): number =>
    from + (low === high ? 0.5 : (value - low) / (high - low)) * (to - from);

/** Ticks at 1, 2 or 5 times a power of ten. */
export function linearAxis({ domain, range, format, count, isNice, isCount }: LinearRequest): Axis {
  const wide = widen(domain);
  const shown = isNice === true ? nice(wide, count) : wide;
  const place = inProportion(shown, range);
  const values = roundTicks(shown, count).filter((value) => isCount !== true || Number.isInteger(value));
  return { place, ticks: ticksOf(values, place, format) };
}

interface LogRequest extends AxisRequest {
  /** Room that one label needs. @unit pixels */
  readonly gapPx: number;
}

/** @param request domain above 0 */
export function logAxis({ domain, range, format, gapPx }: LogRequest): Axis {
  const inLogs = inProportion([Math.log(domain[0]), Math.log(domain[1])], range);
  const place = (value: number): number => inLogs(Math.log(value));
  return { place, ticks: ticksOf(logTicks(domain, place, gapPx), place, format) };
}
