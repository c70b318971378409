// The shape of one line of data/models.json and of data/scores.json: what the committed facts look like on disk.
import type {
  Modality,
  Mode,
  ModeGround,
  ModelFacts,
  PublicScore,
  TokenizerFamily,
} from "@signalbox/contracts";

/** A list price that the committed data holds for models which the price package does not know. */
export interface RecordedPrice {
  readonly inputUsdPerMTok?: number;
  readonly cachedInputUsdPerMTok?: number;
  readonly outputUsdPerMTok?: number;
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
  readonly contextTokens?: number;
  readonly maxOutputTokens?: number;
  readonly inputModalities?: readonly Modality[];
  readonly supportsTools?: boolean;
  readonly supportsStructuredOutput?: boolean;
  readonly isReasoning?: boolean;
  readonly isReasoningByDefault?: boolean;
  readonly isOpenWeights?: boolean;
  readonly paramsB?: number;
  readonly activeParamsB?: number;
  readonly price?: RecordedPrice;
  readonly speed?: RecordedSpeed;
  readonly tokenizer: TokenizerFamily;
  readonly sources: readonly string[];
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

export interface CatalogData {
  readonly version: string;
  readonly models: readonly CatalogRecord[];
  readonly scoresById: Readonly<Record<string, readonly ScoreRow[]>>;
  readonly modesById: Readonly<Record<string, readonly ModeRow[]>>;
}
