// The facts that the catalogue knows of a model. Every field may be absent: absent means unknown, never "no" and never 0.

import type { Mode, ModelModes } from "./model-modes.ts";

export const MODALITIES = ["text", "image", "audio", "video", "file"] as const;
export type Modality = (typeof MODALITIES)[number];

/** Kinds of input that a complete list leaves out. */
export const refusedBeside = (read: readonly Modality[]): readonly Modality[] =>
  MODALITIES.filter((modality) => modality !== "text" && !read.includes(modality));

export const TOKENIZER_FAMILIES = [
  "o200k",
  "cl100k",
  "claude",
  "claude-4.7",
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
  /** The same for an entry that is kept for an hour. @unit USD per 1M tokens */
  readonly cacheWrite1hUsdPerMTok?: number;
  /** @unit USD per 1M tokens, hidden reasoning tokens included */
  readonly outputUsdPerMTok?: number;
  /** Price of spoken input; absent where no source states one, so that it costs as other input. @unit USD per 1M tokens */
  readonly audioInputUsdPerMTok?: number;
  /** Price of spoken input that is read from the prompt cache. @unit USD per 1M tokens */
  readonly cachedAudioUsdPerMTok?: number;
  /** Price of each call, beside that of its tokens. @unit USD per 1,000 calls */
  readonly requestsUsdPer1k?: number;
  /** Price of web searches that the provider makes for the model; no bill counts them. @unit USD per 1,000 searches */
  readonly searchesUsdPer1k?: number;
}

/** Prices that apply to the whole request once its input passes `aboveInputTokens`. */
export interface PriceTier extends TokenPrices {
  readonly aboveInputTokens: number;
}

/** Factors on every price of a model, by the way it is called; absent = unknown. */
export interface PriceFactors {
  readonly batch?: number;
  readonly flex?: number;
  readonly priority?: number;
  /** At doors that keep the call in one region. */
  readonly regional?: number;
  /** Price of a cache entry that is kept for an hour, over that of input. */
  readonly cacheWrite1h?: number;
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
  readonly factors?: PriceFactors;
  readonly window?: PriceWindow;
  /** Taken over from the predecessor: no source states a price of this model. */
  readonly isAssumed?: true;
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

/** The end of a model at one host. */
export interface ModelShutdown {
  /** As the price lists call it; the vendor's id for its own service. */
  readonly host: string;
  /** ISO day from which calls fail. */
  readonly on: string;
  /** Canonical id where the catalogue knows it, else the host's name. */
  readonly successor?: string;
  /** The host has moved such dates before: worth a warning, never a rejection. */
  readonly isUnsure?: true;
  /** On the catalogue's clock: "near" from 60 days before, "past" from the day itself; absent in the list by host. */
  readonly state?: "ahead" | "near" | "past";
  readonly source: string;
}

/** Values of request members that the model takes, in the words of its vendor's interface; absent members are unknown. */
export interface ModelAccepts {
  /** Values of Anthropic's `thinking.type`. */
  readonly thinking?: readonly ("disabled" | "adaptive" | "enabled")[];
  readonly canBeOff?: boolean;
  /** Levels of effort, as the vendor spells them. */
  readonly efforts?: readonly string[];
  /** Tools work with the Responses interface alone, or in Chat Completions without thought alone. */
  readonly tools?: "responses" | "chat_without_thought" | undefined;
  /** False where `tool_choice` may not force a call. */
  readonly forcedTool?: boolean;
}

export interface ModelFacts {
  /** Canonical id, `vendor/model`, lower case, no date or host: "openai/gpt-5.5". */
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly family?: string;
  /** ISO date, possibly year and month only. */
  readonly releasedOn?: string;
  readonly isDeprecated?: boolean;
  readonly deprecatedOn?: string;
  /** Canonical id of the model that this one replaces. */
  readonly predecessor?: string;
  /** The predecessors that are known, the nearest first. */
  readonly predecessors?: readonly string[];
  /** No source states these facts: they are those of the predecessor. */
  readonly isInherited?: true;
  /** The name that was sent, where it means another model from time to time: "opus", "gemini-pro-latest". */
  readonly movedFrom?: string;
  readonly successor?: string;
  /** Ends of the model by host. */
  readonly shutdowns?: readonly ModelShutdown[];
  /** The end at the host that the spelling names. */
  readonly shutdown?: ModelShutdown;
  /** Input and output together. @unit tokens */
  readonly contextTokens?: number;
  /** Input alone, where it is less than the window. @unit tokens */
  readonly maxInputTokens?: number;
  /** @unit tokens */
  readonly maxOutputTokens?: number;
  /** Kinds of input that it is known to read; kinds in neither list are unknown. */
  readonly inputModalities?: readonly Modality[];
  /** Tokens of one picture of 1,024 x 1,024 pixels, and of a coarse look at one; absent = as its tokenizer's family. */
  readonly imageTokens?: { readonly usual: number; readonly low: number };
  /** Kinds of input that it is known to refuse. */
  readonly refusedModalities?: readonly Modality[];
  readonly supportsTools?: boolean;
  readonly supportsStructuredOutput?: boolean;
  /** Thinks in hidden tokens before it answers; they are billed as output. */
  readonly isReasoning?: boolean;
  /** Whether a plain call thinks first; false where thinking is asked for in the request. */
  readonly isReasoningByDefault?: boolean;
  /** Absent where the model has only one way to answer, without thought, or where that is unknown. */
  readonly modes?: ModelModes;
  readonly accepts?: ModelAccepts;
  /** The mode that the spelling names, as "gpt-5.5-high" does; absent where it names none. */
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
  /** ISO day of the newest source. */
  readonly asOf?: string;
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
  /** Facts of an unknown version of a known line, taken over from its predecessor; absent where none can be. */
  inherit?(spelling: {
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
