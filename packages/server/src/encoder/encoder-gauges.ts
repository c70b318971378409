// What the metrics tell of the transformer tier.
import type { Metrics } from "../metrics/metrics.ts";
import type { PromptVectors } from "./prompt-vectors.ts";

export function addEncoderGauges(metrics: Metrics, vectors: PromptVectors): void {
  metrics.addGauge(
    "signalbox_encoder_hits",
    "Prompts whose vector was in memory.",
    () => vectors.figures().hits,
  );
  metrics.addGauge(
    "signalbox_encoder_embedded",
    "Prompts embedded since the start.",
    () => vectors.figures().embedded,
  );
  metrics.addGauge(
    "signalbox_encoder_waiting",
    "Prompts waiting for a thread of the encoder.",
    () => vectors.figures().waiting,
  );
  metrics.addGauge(
    "signalbox_encoder_threads",
    "Threads of the encoder that run.",
    () => vectors.figures().threads,
  );
  for (const fault of ["late", "busy", "broken"] as const)
    metrics.addGauge(
      `signalbox_encoder_${fault}`,
      `Prompts routed statically because the encoder was ${fault}.`,
      () => vectors.figures().faults[fault],
    );
}
