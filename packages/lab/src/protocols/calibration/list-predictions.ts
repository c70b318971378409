// Every prediction of the product beside what was observed: one item a prompt and model of a sampled source.
import type { Estimated } from "@signalbox/engine/internals";
import { createPromptOutlook } from "../served/estimate-source.ts";
import type { Product } from "../served/estimate-source.ts";
import type { ServedSource } from "../served/served-source.ts";

export interface PredictedOutcome {
  readonly source: string;
  /** Of the prompt within its source. */
  readonly row: number;
  readonly language: string;
  readonly model: string;
  /** Where the ability of the model comes from. */
  readonly origin: Estimated["abilityOrigin"];
  /** @range 0..1 */
  readonly predicted: number;
  /** @range 0..1 */
  readonly observed: number;
}

export function listPredictions(product: Product, source: ServedSource): readonly PredictedOutcome[] {
  const outlookOf = createPromptOutlook(product, source);
  const columnOf = new Map(source.models.map(({ name }, column) => [name, column]));
  return source.texts.flatMap((_, row) => {
    const { estimated, encoding } = outlookOf(row);
    return estimated.flatMap(({ label, success, abilityOrigin }) => {
      const observed = source.scores[row * source.models.length + (columnOf.get(label) ?? -1)];
      if (observed === undefined || Number.isNaN(observed)) return [];
      const { name } = source;
      const { language } = encoding;
      return [
        { source: name, row, language, model: label, origin: abilityOrigin, predicted: success, observed },
      ];
    });
  });
}
