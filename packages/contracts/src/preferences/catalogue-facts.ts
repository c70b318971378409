/** What the catalogue states of a model; a rule of a preference can compare each where the request does not state it. */
export const CATALOGUE_FACTS = [
  "vendor",
  "family",
  "open_weights",
  "reasoning",
  "params_b",
  "deprecated",
  "context_length",
  "max_output_tokens",
  "supports_tools",
  "input_price",
  "output_price",
] as const;

export type CatalogueFact = (typeof CATALOGUE_FACTS)[number];
