// What the metrics show of the transformer tier.
import { METRICS } from "../metrics/metric-table.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { PromptVectors } from "./prompt-vectors.ts";

export function addEncoderGauges(metrics: Metrics, vectors: PromptVectors): void {
  metrics.addGauge(METRICS.encoderHits, () => vectors.figures().hits);
  metrics.addGauge(METRICS.encoderEmbedded, () => vectors.figures().embedded);
  metrics.addGauge(METRICS.encoderWaiting, () => vectors.figures().waiting);
  metrics.addGauge(METRICS.encoderThreads, () => vectors.figures().threads);
  metrics.addGauge(METRICS.encoderLate, () => vectors.figures().faults.late);
  metrics.addGauge(METRICS.encoderBusy, () => vectors.figures().faults.busy);
  metrics.addGauge(METRICS.encoderBroken, () => vectors.figures().faults.broken);
}
