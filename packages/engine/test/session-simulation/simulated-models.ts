/** Small and large models of three vendors, all with a list price for cached input. */
export const SIMULATED_MODELS: readonly string[] = [
  "openai/gpt-4o-mini",
  "openai/gpt-4o",
  "openai/o3",
  "google/gemini-2.5-flash",
  "google/gemini-2.5-pro",
  "anthropic/claude-haiku-4-5",
  "anthropic/claude-sonnet-4-5",
];
