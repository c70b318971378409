// The facts that the catalogue knows of a model. Every field may be absent: absent means unknown, never "no" and never 0.

import type { Mode, ModelModes } from "./model-modes.ts";

export type Modality = "text" | "image" | "audio" | "video" | "file";

export const TOKENIZER_FAMILIES = [
  "o200k",
  "cl100k",
  "claude",
  "gemini",
  "llama3",
  "qwen",
  "deepseek",
  "mistral",
  "unknown",
] as const;

/** Which tokenizer family a model bills with; decides the token estimate. */
export type TokenizerFamily = (typeof TOKENIZER_FAMILIES)[number];

export interface TokenPrices {
  /** @unit USD per 1M tokens */
  readonly inputUsdPerMTok?: number;
  /** @unit USD per 1M tokens read from the prompt cache */
  readonly cachedInputUsdPerMTok?: number;
  /** Price of fresh input that the prompt cache takes in; absent where the provider asks no more than for input. @unit USD per 1M tokens */
  readonly cacheWriteUsdPerMTok?: number;
  /** @unit USD per 1M tokens, hidden reasoning tokens included */
  readonly outputUsdPerMTok?: number;
}

/** Prices that apply to the whole request once its input passes `aboveInputTokens`. */
export interface PriceTier extends TokenPrices {
  readonly aboveInputTokens: number;
}

/** A price that another takes over from within the week. */
export interface PriceWindow {
  /** Against the price that follows; "dated" where the price changes once and for good. */
  readonly tariff: "peak" | "off-peak" | "dated";
  /** When the other price takes over, ISO 8601 in UTC. */
  readonly until: string;
}

export interface ModelPrices extends TokenPrices {
  readonly tiers?: readonly PriceTier[];
  readonly window?: PriceWindow;
  /** The source of the numbers, e.g. "genai-prices 0.1.8" or "user file". */
  readonly source: string;
  readonly asOf?: string;
}

export interface ModelSpeed {
  /** @unit seconds */
  readonly timeToFirstTokenS?: number;
  /** @unit tokens per second */
  readonly outputTokensPerSecond?: number;
  readonly source: string;
}

/** Source of facts that the operator states in the catalogue file, and of those that an account states of a model. */
export const STATED_SOURCES = { operator: "user file", account: "this account" } as const;

/** One public score; `score` is 0..1. */
export interface PublicScore {
  readonly benchmark: string;
  /** @range 0..1 */
  readonly score: number;
  readonly setting?: string;
  readonly date?: string;
  readonly source: string;
  readonly reliability: "official" | "third-party" | "self-reported";
}

export interface ModelFacts {
  /** Canonical id, `vendor/model`, lower case, no date or host: "openai/gpt-4o". */
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly family?: string;
  /** ISO date, possibly year and month only. */
  readonly releasedOn?: string;
  readonly isDeprecated?: boolean;
  readonly deprecatedOn?: string;
  /** @unit tokens */
  readonly contextTokens?: number;
  /** @unit tokens */
  readonly maxOutputTokens?: number;
  readonly inputModalities?: readonly Modality[];
  readonly supportsTools?: boolean;
  readonly supportsStructuredOutput?: boolean;
  /** Thinks in hidden tokens before it answers; they are billed as output. */
  readonly isReasoning?: boolean;
  /** Whether a plain call thinks first; false where thinking is asked for in the request. */
  readonly isReasoningByDefault?: boolean;
  /** Absent where the model has only one way to answer, without thought, or where that is unknown. */
  readonly modes?: ModelModes;
  /** The mode that the spelling names, as "gpt-5-high" does; absent where it names none. */
  readonly namedMode?: Mode;
  /** The most that may be thought in that mode, as "...-thinking-16k" says. @unit tokens */
  readonly namedBudgetTokens?: number;
  readonly isOpenWeights?: boolean;
  /** @unit billions of parameters */
  readonly paramsB?: number;
  readonly activeParamsB?: number;
  readonly prices?: ModelPrices;
  readonly speed?: ModelSpeed;
  readonly tokenizer: TokenizerFamily;
  readonly scores: readonly PublicScore[];
  readonly sources: readonly string[];
  /** How well the facts are supported: several agreeing sources, one, or an inference. */
  readonly confidence: "high" | "medium" | "low";
}

/** The seam between the engine and a source of facts about models. */
export interface ModelCatalog {
  /** Version string of the facts, for the journal. */
  readonly version: string;
  /** Facts for any known spelling; undefined when unknown. Never a wrong model. */
  resolve(spelling: {
    readonly provider?: string | undefined;
    readonly model: string;
  }): ModelFacts | undefined;
  list(): readonly ModelFacts[];
  /**
   * The same catalogue with the prices in force at that time; the same object as long as none changes. Absent where no price
   * ever changes.
   * @param nowMs milliseconds since 1970
   */
  at?(nowMs: number): ModelCatalog;
}

/** The catalogue with the prices in force at that time. */
export function catalogAt(catalog: ModelCatalog, nowMs: number): ModelCatalog {
  return catalog.at?.(nowMs) ?? catalog;
}
