// What a decision is made by, as its record keeps it.

export type ObjectiveKind = "quality" | "cost" | "latency" | "dial" | "weights";

/** Fixed at the start of a decision; every candidate is judged by it. */
export interface ObjectiveRecord {
  readonly kind: ObjectiveKind;
  readonly tolerance: number;
  readonly indifference: number;
  /** Absent in records of earlier versions, which took every difference of price for one. */
  readonly priceIndifference?: number | undefined;
  /** Absent in records of earlier versions, which took estimates as they stood. */
  readonly caution?: number | undefined;
  /**
   * Share of the tolerance that this request may be chosen by: hard work holds back the rest. Absent in records
   * of earlier versions, which spent all of it on every request.
   * @range 0..1
   */
  readonly toleranceShare?: number | undefined;
  readonly usdWeight: number;
  readonly secondsWeight: number;
  readonly riskWeight: number;
  readonly maxModelDepth: number | null;
  readonly costQualityTradeoff: number | null;
}
