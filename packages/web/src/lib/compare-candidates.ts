// A candidate beside the pick, in the few words that a chip holds, and at which worth of success it would be the best of all.
import { points, times, usd } from "./format.ts";

export interface Priced {
  readonly label: string;
  readonly success: number;
  /** Null: no price is known. */
  readonly usd: number | null;
}

/** Differences below these are not worth a word. */
const POINTS_MIN = 0.0005;
const PRICE_RATIO_MIN = 1.05;

export function chipsOf(candidate: Priced, pick: Priced): readonly string[] {
  const behind = pick.success - candidate.success;
  const success =
    Math.abs(behind) < POINTS_MIN
      ? "as good"
      : `${points(Math.abs(behind))} ${behind > 0 ? "below" : "above"}`;
  return [success, priceChip(candidate, pick)].filter((chip) => chip !== undefined);
}

function priceChip(candidate: Priced, pick: Priced): string | undefined {
  if (candidate.usd === null) return "price unknown";
  if (pick.usd === null || pick.usd === 0 || candidate.usd === 0) return undefined;
  const ratio = candidate.usd / pick.usd;
  if (ratio >= PRICE_RATIO_MIN) return `${times(ratio)} the price`;
  return 1 / ratio >= PRICE_RATIO_MIN ? `${times(1 / ratio)} cheaper` : "same price";
}

/** The range of dollars for a point of success in which the candidate is worth the most of all; or who stands in its way. */
type Standing =
  | { readonly kind: "best"; readonly over: number; readonly under: number }
  | { readonly kind: "never"; readonly because: readonly Priced[] };

interface Bound {
  readonly usd: number;
  readonly by: Priced | undefined;
}

/** The upper hull of dollars and success, seen from one candidate; undefined where its price is not known. */
function standingOf(candidate: Priced, all: readonly Priced[]): Standing | undefined {
  if (candidate.usd === null) return undefined;
  let over: Bound = { usd: 0, by: undefined };
  let under: Bound = { usd: Number.POSITIVE_INFINITY, by: undefined };
  for (const other of all) {
    if (other === candidate || other.usd === null) continue;
    const gained = (candidate.success - other.success) * 100;
    const paid = candidate.usd - other.usd;
    if (gained <= 0 && paid >= 0) {
      if (gained < 0 || paid > 0) return { kind: "never", because: [surest(candidate, all)] };
    } else if (gained > 0 && paid / gained > over.usd) over = { usd: paid / gained, by: other };
    else if (gained < 0 && paid / gained < under.usd) under = { usd: paid / gained, by: other };
  }
  if (over.usd < under.usd) return { kind: "best", over: over.usd, under: under.usd };
  return { kind: "never", because: [under.by, over.by].filter((one) => one !== undefined) };
}

/** The best of those that are at least as good and no more expensive; then the cheapest. */
function surest(candidate: Priced, all: readonly Priced[]): Priced {
  const price = candidate.usd ?? Number.POSITIVE_INFINITY;
  return all
    .filter((one) => one.usd !== null && one.usd <= price && one.success >= candidate.success)
    .reduce((best, one) =>
      one.success > best.success || (one.success === best.success && (one.usd ?? 0) < (best.usd ?? 0))
        ? one
        : best,
    );
}

function bestWords(over: number, under: number): string {
  const [from, to] = [usd(over), usd(under)];
  if (over === 0)
    return under === Number.POSITIVE_INFINITY ? "best at any price" : `best if a point is worth under ${to}`;
  if (under === Number.POSITIVE_INFINITY) return `best if a point is worth over ${from}`;
  return from === to
    ? `best only if a point is worth about ${from}`
    : `best if a point is worth ${from} to ${to}`;
}

function neverWords(candidate: Priced, because: readonly Priced[]): string {
  const [first, second] = because;
  if (first === undefined) return "never best";
  if (second !== undefined) return `never best: ${first.label} or ${second.label} is worth more`;
  const [isBetter, isCheaper] = [first.success > candidate.success, (first.usd ?? 0) < (candidate.usd ?? 0)];
  if (isBetter && isCheaper) return `never best: ${first.label} is better and cheaper`;
  return `never best: ${first.label} is ${isBetter ? "better at the same price" : "as good and cheaper"}`;
}

/** By predicted success and dollars alone: seconds, bonuses of rules and doubt are not in it. */
export function standingWords(candidate: Priced, all: readonly Priced[]): string | undefined {
  const standing = standingOf(candidate, all);
  if (standing === undefined) return undefined;
  return standing.kind === "best"
    ? bestWords(standing.over, standing.under)
    : neverWords(candidate, standing.because);
}
