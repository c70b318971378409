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
  /** Success that saving the whole bill of the best candidate is worth. @range 0..1 */
  readonly usdWorth: number;
  /** The same of the whole wait for the best candidate. @range 0..1 */
  readonly secondsWorth: number;
  /** Success given up per standard deviation of doubt about what the best candidate is left for. */
  readonly caution: number;
  readonly usdWeight: number;
  readonly secondsWeight: number;
  readonly riskWeight: number;
  readonly maxModelDepth: number | null;
  readonly costQualityTradeoff: number | null;
}

type Of<K extends ObjectiveKind> = Extract<StatedObjective, { kind: K }>;
type Values = Partial<Pick<ObjectiveRecord, "usdWorth" | "secondsWorth" | "caution">>;

/**
 * The one rule's values under every objective; what is not named is 0. Weights are absolute, so they stand in the record beside these.
 * @source dial: (d / 10)^3 gives up nothing at 0 and an eighth of success at 5; at 10 the price alone counts.
 */
const VALUES: { readonly [K in ObjectiveKind]: (stated: Of<K>, defaults: PolicyDefaults) => Values } = {
  quality: (_, { qualityTolerance, caution }) => ({ usdWorth: qualityTolerance, caution }),
  cost: (stated, { tolerance, caution }) => ({ usdWorth: stated.tolerance ?? tolerance, caution }),
  latency: (stated, { tolerance, qualityTolerance, caution }) => ({
    usdWorth: qualityTolerance,
    secondsWorth: stated.tolerance ?? tolerance,
    caution,
  }),
  dial: ({ cost_quality_tradeoff: dial }) => ({ usdWorth: (dial / 10) ** 3, caution: 1 - dial / 10 }),
  weights: () => ({}),
};

/** A middling model fails at half of such requests or more: from here on a request is hard. */
const HARD = 0.5;

/** @param difficulty of the request, 0..1 */
export function resolveObjective(
  { asked, known }: DecisionInput,
  defaults: PolicyDefaults,
  difficulty: number,
): ObjectiveRecord {
  const preferred = known.preference?.policy.objective;
  const stated = requestedObjective(asked, preferred, difficulty) ?? preferred ?? { kind: "quality" };
  return {
    kind: stated.kind,
    usdWorth: 0,
    secondsWorth: 0,
    caution: 0,
    ...valuesOf(stated, defaults),
    usdWeight: stated.kind === "weights" ? stated.usd_weight : 0,
    secondsWeight: stated.kind === "weights" ? stated.seconds_weight : 0,
    riskWeight: (stated.kind === "weights" ? stated.risk_weight : undefined) ?? defaults.riskWeight,
    maxModelDepth: asked.maxModelDepth ?? null,
    costQualityTradeoff: stated.kind === "dial" ? stated.cost_quality_tradeoff : null,
  };
}

function requestedObjective(
  { tradeoff, costQualityTradeoff, hardCostQualityTradeoff }: Asked,
  preferred: StatedObjective | undefined,
  difficulty: number,
): StatedObjective | undefined {
  if (tradeoff !== undefined) return preferred?.kind === tradeoff ? preferred : { kind: tradeoff };
  const dial = difficulty >= HARD ? (hardCostQualityTradeoff ?? costQualityTradeoff) : costQualityTradeoff;
  return dial === undefined ? undefined : { kind: "dial", cost_quality_tradeoff: dial };
}

function valuesOf<K extends ObjectiveKind>(stated: Of<K>, defaults: PolicyDefaults): Values {
  const read: (stated: Of<K>, defaults: PolicyDefaults) => Values = VALUES[stated.kind];
  return read(stated, defaults);
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
