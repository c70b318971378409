// Which objective a decision is made by. What the request says beats the preference; without either it is quality.
import type { PreferencePolicy } from "@signalbox/contracts";
import type { Asked, DecisionInput } from "../input/decision-input.ts";
import type { PolicyDefaults } from "../input/default-policy.ts";

type StatedObjective = NonNullable<PreferencePolicy["objective"]>;
/** The kind of objective that a decision is made by, as its record keeps it. */
export type ObjectiveKind = StatedObjective["kind"];

/** Fixed at the start of a decision; every candidate is judged by it. */
export interface ObjectiveRecord {
  readonly kind: ObjectiveKind;
  /** Success that a bill ten times smaller is worth on this request. @range 0..1 */
  readonly usdWorth: number;
  /** The same of a wait ten times shorter. @range 0..1 */
  readonly secondsWorth: number;
  /** Success counts only as far as limits ask for it. Absent = it counts. */
  readonly isPriceAlone?: true | undefined;
  readonly usdWeight: number;
  readonly secondsWeight: number;
  readonly riskWeight: number;
  readonly maxModelDepth: number | null;
  readonly costQualityTradeoff: number | null;
  /** The most that a pick may lie below the best candidate, with the doubt counted; absent = any. @unit points */
  readonly maxLossPoints?: number | undefined;
}

type Of<K extends ObjectiveKind> = Extract<StatedObjective, { kind: K }>;
type Values = Partial<
  Pick<ObjectiveRecord, "usdWorth" | "secondsWorth" | "usdWeight" | "secondsWeight" | "isPriceAlone">
>;

/** The worth of a bill ten times smaller where nothing but the price counts: of two bills the smaller one wins by any worth. */
const PRICE_ALONE: Values = { usdWorth: 1, isPriceAlone: true };
/** A point of success, in success. */
const POINT = 0.01;

/**
 * Share of a worth that counts on a request: all of it on easy work, half where a middling model surely fails.
 * @source chosen by the accepted classes of half of the held-out requests, and by the scores of 15 sources
 */
const easeOf = (difficulty: number): number => 1 - 0.5 * difficulty ** 2;

/** The defaults, and the share of a worth that counts on this request. */
interface Terms extends Pick<PolicyDefaults, "tolerance" | "qualityTolerance"> {
  readonly ease: number;
}

/**
 * The weights of the rule under every objective; unnamed ones are 0.
 * @source dial: nothing at 0, `cost` at 5, eight times that just below 10; at 10 the price alone counts.
 */
const VALUES: { readonly [K in ObjectiveKind]: (stated: Of<K>, terms: Terms) => Values } = {
  quality: (_, { qualityTolerance, ease }) => ({ usdWorth: ease * qualityTolerance }),
  cost: ({ tolerance, usd_per_point: perPoint }, terms) =>
    perPoint === undefined
      ? { usdWorth: terms.ease * (tolerance ?? terms.tolerance) }
      : { usdWorth: terms.ease * (tolerance ?? 0), usdWeight: POINT / perPoint },
  latency: (stated, { tolerance, qualityTolerance, ease }) => ({
    usdWorth: qualityTolerance,
    secondsWorth: ease * (stated.tolerance ?? tolerance),
  }),
  dial: ({ cost_quality_tradeoff: dial }, { tolerance, ease }) =>
    dial === 10 ? PRICE_ALONE : { usdWorth: ease * tolerance * (dial / 5) ** 3 },
  weights: ({ usd_weight, seconds_weight }) => ({ usdWeight: usd_weight, secondsWeight: seconds_weight }),
};

/** A middling model fails at half of such requests or more: from here on a request is hard. */
const HARD = 0.5;

/** @param difficulty of the request, 0..1 */
export function resolveObjective(
  { asked, known }: DecisionInput,
  defaults: PolicyDefaults,
  difficulty: number,
): ObjectiveRecord {
  const policy = known.preference?.policy;
  const requested = requestedObjective(asked, policy?.objective, difficulty);
  const stated = requested ?? (asked.maxLossPoints === undefined ? policy?.objective : undefined);
  const maxLossPoints = asked.maxLossPoints ?? policy?.max_loss_points;
  return {
    kind: stated?.kind ?? (maxLossPoints === undefined ? "quality" : "cost"),
    usdWorth: 0,
    secondsWorth: 0,
    usdWeight: 0,
    secondsWeight: 0,
    // Within a stated bound nothing is left to weigh but the price, unless an objective says so.
    ...(stated === undefined && maxLossPoints !== undefined
      ? PRICE_ALONE
      : valuesOf(stated ?? { kind: "quality" }, { ...defaults, ease: easeOf(difficulty) })),
    riskWeight: (stated?.kind === "weights" ? stated.risk_weight : undefined) ?? defaults.riskWeight,
    maxModelDepth: asked.maxModelDepth ?? null,
    costQualityTradeoff: stated?.kind === "dial" ? stated.cost_quality_tradeoff : null,
    ...(maxLossPoints !== undefined && { maxLossPoints }),
  };
}

/** The objective that the request states; its own bound of the loss replaces the objective of the preference. */
function requestedObjective(
  { tradeoff, usdPerPoint, costQualityTradeoff, hardCostQualityTradeoff }: Asked,
  preferred: StatedObjective | undefined,
  difficulty: number,
): StatedObjective | undefined {
  if (usdPerPoint !== undefined) return { kind: "cost", usd_per_point: usdPerPoint };
  if (tradeoff !== undefined) return preferred?.kind === tradeoff ? preferred : { kind: tradeoff };
  const dial = difficulty >= HARD ? (hardCostQualityTradeoff ?? costQualityTradeoff) : costQualityTradeoff;
  return dial === undefined ? undefined : { kind: "dial", cost_quality_tradeoff: dial };
}

function valuesOf<K extends ObjectiveKind>(stated: Of<K>, terms: Terms): Values {
  const read: (stated: Of<K>, terms: Terms) => Values = VALUES[stated.kind];
  return read(stated, terms);
}

/** The believed worth of a candidate: success less doubt, and what the preference adds. */
export function scoreOf(
  { riskWeight }: ObjectiveRecord,
  { success, spread, bonus }: Readonly<Record<"success" | "spread" | "bonus", number>>,
): number {
  return success - riskWeight * spread + bonus;
}

/** The score less the dollars and the seconds that it takes. Without stated weights it is the score. */
export function utilityOf(
  { usdWeight, secondsWeight }: ObjectiveRecord,
  { score, usd, seconds }: Readonly<Record<"score" | "usd" | "seconds", number>>,
): number {
  return score - usdWeight * usd - secondsWeight * seconds;
}
