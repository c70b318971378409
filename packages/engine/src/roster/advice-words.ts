// The reasons of advice, in words with their figures.
import { formatPercent, formatPoints, formatUsd } from "../wording/format.ts";
import type { Effect } from "./judge-effect.ts";

interface DominanceFigures {
  readonly label: string;
  readonly by: string;
  readonly atLeastAsAble: number;
  readonly success: number;
  readonly bySuccess: number;
  readonly usdPerThousand: number;
  readonly byUsdPerThousand: number;
  readonly requests: number;
}

/** Draws never prove a thing for certain. */
const probability = (share: number): string => (share >= 0.995 ? "over 99 %" : formatPercent(share));

export function dominanceWords(figures: DominanceFigures): string {
  const { label, by, atLeastAsAble, success, bySuccess, usdPerThousand, byUsdPerThousand, requests } =
    figures;
  const isSame = Math.abs(success - bySuccess) < 1e-9;
  const able = isSame
    ? `${by} is as able`
    : `${by} is at least as able with ${probability(atLeastAsAble)} probability (expected success ${formatPercent(bySuccess)} against ${formatPercent(success)})`;
  const saved = formatPercent(1 - byUsdPerThousand / usdPerThousand);
  return (
    `On the ${requests} requests that ${label} can serve, ${able} and costs ${saved} less: ` +
    `${formatUsd(byUsdPerThousand)} against ${formatUsd(usdPerThousand)} per 1,000 requests.`
  );
}

/** A difference with its sign; one that rounds to nothing has no sign. */
function signed(difference: number): string {
  const points = formatPoints(difference);
  return points.startsWith("0.0 ") ? points : `${difference < 0 ? "-" : "+"}${points}`;
}
function signedUsd(usd: number): string {
  const dollars = formatUsd(Math.abs(usd));
  return dollars === "$0" ? dollars : `${usd < 0 ? "-" : "+"}${dollars}`;
}

/** "+1.2 points of success (80 % interval -0.3 to +2.6 points); -$1.20 per 1,000 requests (-$1.50 to -$0.90)" */
function effectWords({ success_gain: gain, usd_per_1000_change: usd }: Effect): string {
  const low = signed(gain.low).replace(/ points?$/, "");
  const points = `${signed(gain.mean)} of success (80 % interval ${low} to ${signed(gain.high)})`;
  const dollars =
    usd === null
      ? "change of the bill unknown, since a price is unknown"
      : `${signedUsd(usd.mean)} per 1,000 requests (${signedUsd(usd.low)} to ${signedUsd(usd.high)})`;
  return `${points}; ${dollars}`;
}

interface Kind {
  readonly label: string;
  /** @range 0..1 */
  readonly share: number;
}

const MOST = 0.5;

/** @param kinds of the requests that it would take, the most frequent first */
export function missingWords(share: number, kinds: readonly Kind[], effect: Effect): string {
  const covered = kinds.reduce((sum, kind) => sum + kind.share, 0);
  const often = covered > MOST ? "mostly" : "most often";
  const work = kinds.length === 0 ? "" : `, ${often} ${kinds.map(({ label }) => label).join(" and ")}`;
  return `It would be picked for ${formatPercent(share)} of the requests${work}: ${effectWords(effect)}.`;
}

export function changeWords(share: number, effect: Effect): string {
  return share === 0
    ? "No pick changes."
    : `${formatPercent(share)} of the picks change: ${effectWords(effect)}.`;
}
