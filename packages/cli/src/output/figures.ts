/** Dollars for people; small sums keep their digits. */
export function dollars(usd: number | null): string {
  if (usd === null) return "unknown";
  return usd !== 0 && Math.abs(usd) < 1 ? usd.toPrecision(3) : usd.toFixed(2);
}

/** @param share 0..1 */
export function percent(share: number | null): string {
  return share === null ? "unknown" : `${(share * 100).toFixed(1)} %`;
}
