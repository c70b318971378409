// What a decision is made by, as its record keeps it.

export type ObjectiveKind = "quality" | "cost" | "latency" | "dial" | "weights";

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
