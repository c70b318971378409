// When a price applies, as price lists write it down.
import { isRecord } from "@signalbox/contracts";

/**
 * Every member that is stated must hold. The price package states one kind a price; `weekdays` and the mixture of kinds are
 * ours, for tariffs that the package cannot say.
 */
export interface PriceConstraint {
  readonly type?: string;
  /** ISO day or moment from which the price holds. */
  readonly start_date?: string;
  /** Time of day, as in "16:30:00Z"; a window may pass midnight. */
  readonly start_time?: string;
  /** Time of day at which it no longer holds. */
  readonly end_time?: string;
  /** Days in UTC, 0 = Sunday; of a window that passes midnight, the day of the moment itself. */
  readonly weekdays?: readonly number[];
}

export const DAY_MS = 86_400_000;
const MEMBERS = new Set(["type", "start_date", "start_time", "end_time", "weekdays"]);
const TIME = /^(\d{2}):(\d{2})(?::(\d{2}))?Z?$/;

/** @returns milliseconds since midnight; undefined when it is no time of day */
export function timeOfDayMs(text: unknown): number | undefined {
  const [, hours, minutes, seconds = "0"] = typeof text === "string" ? (TIME.exec(text) ?? []) : [];
  if (hours === undefined || minutes === undefined) return undefined;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return ms <= DAY_MS ? ms : undefined;
}

const isWeekday = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 6;

/** What is wrong with it, in words: a constraint that nobody reads would leave its price in force for good. */
export function constraintFault(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (!isRecord(value)) return "It must be an object.";
  const { start_date, start_time, end_time, weekdays } = value;
  const unknown = Object.keys(value).find((name) => !MEMBERS.has(name));
  if (unknown !== undefined) return `\`${unknown}\` is not known. It takes ${[...MEMBERS].join(", ")}.`;
  if (
    start_date !== undefined &&
    !(typeof start_date === "string" && Number.isFinite(Date.parse(start_date)))
  )
    return "`start_date` must be an ISO day or moment.";
  if ((start_time === undefined) !== (end_time === undefined))
    return "`start_time` and `end_time` belong together.";
  if (start_time !== undefined && [start_time, end_time].some((time) => timeOfDayMs(time) === undefined))
    return "`start_time` and `end_time` must be times such as 16:30:00Z.";
  if (
    weekdays !== undefined &&
    !(Array.isArray(weekdays) && weekdays.length > 0 && weekdays.every(isWeekday))
  )
    return "`weekdays` must be a list of days from 0 (Sunday) to 6.";
  return undefined;
}
