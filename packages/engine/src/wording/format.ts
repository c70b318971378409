// Numbers as a person who pays the bill reads them.

/** Dollars with two significant digits below a dollar, cents above; never "0" for something that costs. */
export function formatUsd(usd: number): string {
  if (usd === 0) return "$0";
  if (usd >= 1) return `$${usd.toFixed(2)}`;
  if (usd < 0.000001) return "under $0.000001";
  return `$${usd.toFixed(Math.min(8, 1 - Math.floor(Math.log10(usd))))}`;
}

export function formatPercent(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
}

/** A difference of two shares, in percentage points. */
export function formatPoints(difference: number): string {
  const points = Math.abs(difference) * 100;
  const shown = points < 10 ? points.toFixed(1) : String(Math.round(points));
  return `${shown} ${shown === "1.0" ? "point" : "points"}`;
}

export function formatSeconds(seconds: number): string {
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}

export function formatTokens(tokens: number): string {
  return Math.round(tokens).toLocaleString("en-US");
}

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "Mon 23 Nov, 00:30 UTC" */
export function formatMoment(iso: string): string {
  const moment = new Date(iso);
  const [day, month] = [DAYS[moment.getUTCDay()], MONTHS[moment.getUTCMonth()]];
  return `${day} ${moment.getUTCDate()} ${month}, ${moment.toISOString().slice(11, 16)} UTC`;
}
