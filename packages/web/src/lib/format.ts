// Numbers and times as people read them. Unknown is shown as a dash, never as 0.

export const DASH = "–";

type Maybe = number | null | undefined;

const isNumber = (value: Maybe): value is number => typeof value === "number" && Number.isFinite(value);

/** Dollars with as many digits as the amount deserves: $12.40, $0.0042, $0.0000031. */
export function usd(value: Maybe): string {
  if (!isNumber(value)) return DASH;
  const magnitude = Math.abs(value);
  if (magnitude === 0) return "$0";
  if (magnitude >= 1000) return `$${value.toLocaleString("en-US", { maximumFractionDigits: 0 })}`;
  if (magnitude >= 1) return `$${value.toFixed(2)}`;
  if (magnitude >= 0.1) return `$${value.toFixed(3)}`;
  return `$${value.toFixed(Math.min(10, 1 - Math.floor(Math.log10(magnitude))))}`;
}

/** The same without zeros at the end, for round numbers on an axis. */
export function usdRound(value: Maybe): string {
  const text = usd(value);
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/** A share of 0..1 as a percentage. */
export function percent(value: Maybe, digits = 0): string {
  return isNumber(value) ? `${(value * 100).toFixed(digits)} %` : DASH;
}

export function signedPercent(value: Maybe, digits = 0): string {
  return isNumber(value) ? `${value > 0 ? "+" : ""}${percent(value, digits)}` : DASH;
}

/** A difference of two shares: 0.02 is 2 points, never 2 %. */
export function points(value: Maybe, digits = 1): string {
  if (!isNumber(value)) return DASH;
  const text = Number((value * 100).toFixed(digits)).toString();
  return `${text} ${Math.abs(Number(text)) === 1 ? "point" : "points"}`;
}

export function signedPoints(value: Maybe, digits = 1): string {
  return isNumber(value) ? `${value > 0 ? "+" : ""}${points(value, digits)}` : DASH;
}

/** A ratio: 14 as "14×", 1.5 as "1.5×". */
export function times(ratio: Maybe): string {
  return isNumber(ratio) ? `${ratio >= 10 ? Math.round(ratio) : Number(ratio.toFixed(1))}×` : DASH;
}

export function seconds(value: Maybe): string {
  if (!isNumber(value)) return DASH;
  if (value < 0.1) return `${(value * 1000).toFixed(value < 0.01 ? 1 : 0)} ms`;
  return value < 100 ? `${value.toFixed(1)} s` : `${Math.round(value)} s`;
}

export function milliseconds(value: Maybe): string {
  return isNumber(value) ? seconds(value / 1000) : DASH;
}

export function count(value: Maybe): string {
  return isNumber(value) ? Math.round(value).toLocaleString("en-US") : DASH;
}

/** 1,240,000 as 1.2M; below 10,000 in full. */
export function compact(value: Maybe): string {
  if (!isNumber(value)) return DASH;
  if (Math.abs(value) < 10_000) return count(value);
  return Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 }).format(value);
}

/** "1 turn", "3 turns". */
export function counted(value: number, noun: string): string {
  return `${count(value)} ${noun}${value === 1 ? "" : "s"}`;
}

export function decimal(value: Maybe, digits = 2): string {
  return isNumber(value) ? value.toFixed(digits) : DASH;
}

export function bytes(value: number): string {
  const units = ["B", "KB", "MB", "GB"] as const;
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(1, value)) / 10)));
  return `${(value / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}

const dateTimeFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
});
const shortFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const exactFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const dayFormat = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

const dateOf = (value: string | number | Date | null | undefined): Date | undefined => {
  if (value === null || value === undefined) return undefined;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? undefined : date;
};

export function dateTime(value: string | number | Date | null | undefined): string {
  const date = dateOf(value);
  return date === undefined ? DASH : dateTimeFormat.format(date);
}

export function shortTime(value: string | number | Date | null | undefined): string {
  const date = dateOf(value);
  return date === undefined ? DASH : shortFormat.format(date);
}

/** "3 Jan, 14:05:09": exact enough to find the line of a log. */
export function exactTime(value: string | number | Date | null | undefined): string {
  const date = dateOf(value);
  return date === undefined ? DASH : exactFormat.format(date);
}

export function day(value: string | number | Date | null | undefined): string {
  const date = dateOf(value);
  return date === undefined ? DASH : dayFormat.format(date);
}

const AGO_STEPS = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;
const agoFormat = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });

/** "5 min. ago" seen from `nowMs`. */
export function ago(value: string | null | undefined, nowMs: number): string {
  const date = dateOf(value);
  if (date === undefined) return DASH;
  const deltaS = (date.getTime() - nowMs) / 1000;
  for (const [unit, unitS] of AGO_STEPS)
    if (Math.abs(deltaS) >= unitS) return agoFormat.format(Math.round(deltaS / unitS), unit);
  return "just now";
}

const HOUR_MS = 3_600_000;

/** When an hour that is only known by its start was over, seen from `nowMs`. */
export function lastHour(start: string, nowMs: number): string {
  const endMs = Date.parse(start) + HOUR_MS;
  return endMs > nowMs ? "this hour" : ago(new Date(endMs).toISOString(), nowMs);
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Words for codes of the wire: `price_ceiling` as "price ceiling". */
export function words(code: string): string {
  return code.replaceAll("_", " ");
}

export interface Interval {
  readonly mean: number | null;
  readonly low: number | null;
  readonly high: number | null;
}

/** "+2 points (-1 to +5)"; the mean alone without an interval. @param unknown words without a mean */
export function intervalWords(
  { mean, low, high }: Interval,
  show: (value: number) => string,
  unknown: string = DASH,
): string {
  if (mean === null) return unknown;
  return low === null || high === null ? show(mean) : `${show(mean)} (${show(low)} to ${show(high)})`;
}
