// A decision as one database row, and back. The order of `DECISION_COLUMNS` is the order of the journal's messages.
import type { Explanation } from "@signalbox/contracts";
import type { Selectable } from "kysely";

import type { Explain } from "../interface/decisions.ts";
import { bytesOfVector, parseMaybe, parseObject, stringifyMaybe, vectorOfBytes } from "../database/json.ts";
import type { DecisionsTable } from "../database/journal-tables.ts";
import type { DecisionRow, DecisionSummary } from "../interface/decisions.ts";
import { decodeExplanation, decodeNumbers, encodeExplanation, encodeNumbers } from "./decision-codec.ts";

/** PostgreSQL keeps no NUL in text. The explanation, being JSON, still has the caller's exact bytes. */
export function cleanText(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text;
}

function cleanMaybe(text: string | null): string | null {
  return text === null ? null : cleanText(text);
}

/** Columns of `DecisionSummary`, in its order. */
export const SUMMARY_COLUMNS = [
  "sessionId",
  "accountId",
  "keyId",
  "createdAtMs",
  "chainId",
  "previousSessionId",
  "turn",
  "label",
  "provider",
  "model",
  "modelId",
  "field",
  "language",
  "difficulty",
  "success",
  "spread",
  "usd",
  "seconds",
  "inputTokens",
  "propensity",
  "decideUs",
  "degraded",
  "explored",
  "candidateCount",
  "rejectedCount",
  "artefactVersion",
  "catalogueVersion",
  "policyVersion",
  "preferenceId",
  "preferenceVersion",
] as const satisfies readonly (keyof DecisionsTable)[];

export const DECISION_COLUMNS = [
  ...SUMMARY_COLUMNS,
  "requestDigest",
  "features",
  "loadings",
  "explanation",
  "request",
  "text",
  "shadow",
] as const satisfies readonly (keyof DecisionsTable)[];

type SummaryColumns = Pick<Selectable<DecisionsTable>, (typeof SUMMARY_COLUMNS)[number]>;

export function toSummary(row: SummaryColumns): DecisionSummary {
  return { ...row, degraded: row.degraded === 1, explored: row.explored === 1 };
}

/** Reads member by member: `explanation` may be a getter that words it only when somebody asks. */
export function toValues(row: DecisionRow): readonly (string | number | Uint8Array | null)[] {
  return [
    row.sessionId,
    row.accountId,
    row.keyId,
    row.createdAtMs,
    row.chainId,
    row.previousSessionId,
    row.turn,
    cleanText(row.label),
    cleanMaybe(row.provider),
    cleanMaybe(row.model),
    row.modelId,
    row.field,
    row.language,
    row.difficulty,
    row.success,
    row.spread,
    row.usd,
    row.seconds,
    row.inputTokens,
    row.propensity,
    row.decideUs,
    row.degraded ? 1 : 0,
    row.explored ? 1 : 0,
    row.candidateCount,
    row.rejectedCount,
    row.artefactVersion,
    row.catalogueVersion,
    row.policyVersion,
    row.preferenceId,
    row.preferenceVersion,
    row.requestDigest,
    bytesOfVector(row.features),
    bytesOfVector(row.loadings),
    row.record === undefined ? encodeExplanation(row.explanation) : encodeNumbers(row.record),
    JSON.stringify(row.request),
    stringifyMaybe(row.text),
    stringifyMaybe(row.shadow),
  ];
}

export function toColumns(row: DecisionRow): DecisionsTable {
  const values = toValues(row);
  return Object.fromEntries(
    DECISION_COLUMNS.map((name, index) => [name, values[index]]),
  ) as unknown as DecisionsTable;
}

/** The explanation is worded when it is first read, and then kept. */
class WordedOnDemand {
  readonly #bytes: Uint8Array;
  readonly #explain: Explain;
  #explanation: Explanation | undefined;

  constructor(bytes: Uint8Array, explain: Explain) {
    this.#bytes = bytes;
    this.#explain = explain;
  }

  read(): Explanation {
    this.#explanation ??= decodeExplanation(this.#bytes, this.#explain);
    return this.#explanation;
  }
}

export function toDecision(row: Selectable<DecisionsTable>, explain: Explain): DecisionRow {
  const record = decodeNumbers(row.explanation);
  const words = new WordedOnDemand(row.explanation, explain);
  return {
    ...row,
    degraded: row.degraded === 1,
    explored: row.explored === 1,
    features: vectorOfBytes(row.features),
    loadings: vectorOfBytes(row.loadings),
    get explanation() {
      return words.read();
    },
    ...(record === undefined ? {} : { record }),
    request: parseObject(row.request),
    text: parseMaybe(row.text),
    shadow: parseMaybe(row.shadow),
  };
}
