import type { LanguageModelV4Usage } from "@ai-sdk/provider";

import type { ModelUsage } from "../call/usage.ts";

/** A number by kind in version 2 of the interface, an object with a total from version 3 on. */
function totalOf(tokens: unknown): number | undefined {
  const total = typeof tokens === "object" && tokens !== null && "total" in tokens ? tokens.total : tokens;
  return typeof total === "number" ? total : undefined;
}

export function readTokens(usage: LanguageModelV4Usage): ModelUsage {
  const input = totalOf(usage.inputTokens);
  const output = totalOf(usage.outputTokens);
  return {
    ...(input !== undefined && { input_tokens: input }),
    ...(output !== undefined && { output_tokens: output }),
  };
}
