// The shape of one line of data/models.json and of data/scores.json: what the committed facts look like on disk.
import type { Modality, ModelFacts, PublicScore, TokenizerFamily } from "@signalbox/contracts";

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

export interface CatalogData {
  readonly version: string;
  readonly models: readonly CatalogRecord[];
  readonly scoresById: Readonly<Record<string, readonly ScoreRow[]>>;
}
