// Lays the corrections over the price package's own list. A list that an operator gives is taken as it is.
import type { ModelInfo, Provider } from "@pydantic/genai-prices";

import type { PriceCorrection } from "./price-corrections.data.ts";
import { PRICE_CORRECTIONS } from "./price-corrections.data.ts";

const corrections = new Map(
  PRICE_CORRECTIONS.flatMap((correction) =>
    correction.models.map((model) => [`${correction.host}/${model}`, correction] as const),
  ),
);

function corrected(model: ModelInfo, { prices, isIdAlone = false }: PriceCorrection): ModelInfo {
  const match = isIdAlone ? { equals: model.id } : model.match;
  return { ...model, match, prices: prices as ModelInfo["prices"] };
}

export function withCorrections(provider: Provider): Provider {
  const correctionOf = ({ id }: ModelInfo): PriceCorrection | undefined =>
    corrections.get(`${provider.id}/${id}`);
  if (!provider.models.some(correctionOf)) return provider;
  const models = provider.models.map((model) => {
    const correction = correctionOf(model);
    return correction === undefined ? model : corrected(model, correction);
  });
  return { ...provider, models };
}
