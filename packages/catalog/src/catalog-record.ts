// The shape of one line of data/models.json and of data/scores.json: what the committed facts look like on disk.
import type {
  Modality,
  Mode,
  ModeGround,
  ModelAccepts,
  ModelFacts,
  ModelShutdown,
  PriceFactors,
  PriceTier,
  PublicScore,
  TokenizerFamily,
  TokenPrices,
} from "@signalbox/contracts";

export type Accepts = ModelAccepts;

/** A list price that the committed data holds where the price package knows none, or an older one. */
export interface RecordedPrice extends TokenPrices {
  readonly tiers?: readonly PriceTier[];
  readonly factors?: PriceFactors;
  /** Times the price at the vendor's peak hours. */
  readonly peakFactor?: number;
  /** ISO day from which it holds; absent = always. */
  readonly from?: string;
  /** The price that takes over. */
  readonly next?: TokenPrices & { readonly from: string };
  readonly source: string;
  /** ISO day on which it was read; absent for prices of the model cards, which give way to the price package. */
  readonly asOf?: string;
}

/** The modes of a model and the one that a plain call gets. */
export interface RecordedThinking {
  readonly modes: readonly Mode[];
  readonly default: Mode;
  /** The default follows from a rule older than the model. */
  readonly isGuessed?: true;
  readonly source: string;
}

export interface RecordedSpeed {
  readonly timeToFirstTokenS?: number;
  readonly outputTokensPerSecond?: number;
  readonly source: string;
}

export interface CatalogRecord {
  readonly id: string;
  readonly name: string;
  readonly vendor: string;
  readonly aliases: readonly string[];
  readonly family?: string;
  readonly releasedOn?: string;
  readonly isDeprecated?: boolean;
  readonly deprecatedOn?: string;
  readonly predecessor?: string;
  readonly successor?: string;
  readonly shutdowns?: readonly ModelShutdown[];
  readonly contextTokens?: number;
  readonly maxInputTokens?: number;
  readonly maxOutputTokens?: number;
  readonly inputModalities?: readonly Modality[];
  readonly refusedModalities?: readonly Modality[];
  readonly supportsTools?: boolean;
  readonly supportsStructuredOutput?: boolean;
  readonly isReasoning?: boolean;
  readonly isReasoningByDefault?: boolean;
  readonly thinking?: RecordedThinking;
  readonly accepts?: Accepts;
  readonly isOpenWeights?: boolean;
  readonly paramsB?: number;
  readonly activeParamsB?: number;
  readonly price?: RecordedPrice;
  readonly speed?: RecordedSpeed;
  readonly tokenizer: TokenizerFamily;
  readonly sources: readonly string[];
  /** ISO day of the newest source. */
  readonly asOf?: string;
  readonly confidence: ModelFacts["confidence"];
}

/** [benchmark, score, reliability, source, setting, date]; setting and date may be "". */
export type ScoreRow = readonly [string, number, PublicScore["reliability"], string, string, string];

/**
 * [mode, hidden tokens on the reference question, their growth, what they rest on, verbosity, tokens per second, seconds to the
 * first token]; null is unknown.
 */
export type ModeRow = readonly [
  mode: Mode,
  hiddenTokens: number | null,
  growth: number | null,
  ground: ModeGround | null,
  verbosity: number | null,
  tokensPerSecond: number | null,
  firstTokenS: number | null,
];

/** [name, host, id, ISO day]: a name that its host gives to another model from time to time. */
export type MovingName = readonly [name: string, host: string, id: string, asOf: string];

export interface CatalogData {
  readonly version: string;
  readonly movingNames: readonly MovingName[];
  readonly models: readonly CatalogRecord[];
  readonly scoresById: Readonly<Record<string, readonly ScoreRow[]>>;
  readonly modesById: Readonly<Record<string, readonly ModeRow[]>>;
}
