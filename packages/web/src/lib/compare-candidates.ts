// A candidate beside the pick, in the few words that a chip holds, and at which worth of success it would have won.
import { points, times, usd } from "./format.ts";

export interface Priced {
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

/** Dollars that a point of success would have to be worth for the candidate to win; undefined where none would do. */
export function flipPoint(
  candidate: Priced,
  pick: Priced,
): { readonly side: "over" | "under"; readonly usd: number } | undefined {
  if (candidate.usd === null || pick.usd === null) return undefined;
  if (Math.abs(candidate.success - pick.success) < POINTS_MIN) return undefined;
  const gained = (candidate.success - pick.success) * 100;
  const paid = candidate.usd - pick.usd;
  if (gained > 0 && paid > 0) return { side: "over", usd: paid / gained };
  if (gained < 0 && paid < 0) return { side: "under", usd: paid / gained };
  return undefined;
}

export function flipWords(candidate: Priced, pick: Priced): string | undefined {
  const flip = flipPoint(candidate, pick);
  return flip === undefined ? undefined : `wins if a point is worth ${flip.side} ${usd(flip.usd)}`;
}
