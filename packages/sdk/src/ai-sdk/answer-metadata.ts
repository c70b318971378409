// What a routed answer says of its choice, and the tokens that are reported of it.
import type { LanguageModelV4Usage, SharedV4ProviderMetadata } from "@ai-sdk/provider";

import type { ModelAnswer } from "../call/call-model.ts";
import type { ModelUsage } from "../call/usage.ts";
import type { ModelEntry } from "./model-entry.ts";

/** `providerMetadata.signalbox` of an answer. */
export type AnswerMetadata = SharedV4ProviderMetadata[string];

/** `failed` holds the labels that were called before and gave no answer; `sessionId` is there when the service chose. */
export function answerMetadata({
  llm_label: label,
  selection,
  failures,
}: Pick<ModelAnswer<ModelEntry>, "llm_label" | "selection" | "failures">): AnswerMetadata {
  const { session_id: sessionId, origin, isDegraded, ranking } = selection;
  return {
    label,
    origin,
    isDegraded,
    ranking: [...ranking],
    failed: failures.map((failure) => failure.llm_label),
    ...(sessionId !== undefined && { sessionId }),
  };
}

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
