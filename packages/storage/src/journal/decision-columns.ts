// A decision as one database row, and back. The order of `DECISION_COLUMNS` is the order of the journal's messages.
import type { Explanation } from "@signalbox/contracts";
import type { Selectable } from "kysely";

import { bytesOfVector, parseMaybe, parseObject, stringifyMaybe, vectorOfBytes } from "../database/json.ts";
import type { DecisionsTable } from "../database/journal-tables.ts";
import type { DecisionRow, DecisionSummary } from "../interface/decisions.ts";

/** PostgreSQL keeps no NUL in text. The explanation, being JSON, still has the caller's exact bytes. */
export function cleanText(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\uFFFD") : text;
}

function cleanMaybe(text: string | null): string | null {
  return text === null ? null : cleanText(text);
}

export function toColumns(row: DecisionRow): DecisionsTable {
  return {
    ...row,
    label: cleanText(row.label),
    provider: cleanMaybe(row.provider),
    model: cleanMaybe(row.model),
    degraded: row.degraded ? 1 : 0,
    explored: row.explored ? 1 : 0,
    features: bytesOfVector(row.features),
    loadings: bytesOfVector(row.loadings),
    explanation: JSON.stringify(row.explanation),
    request: JSON.stringify(row.request),
    text: stringifyMaybe(row.text),
    shadow: stringifyMaybe(row.shadow),
  };
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

/** Nothing but the table's own columns, whatever else the object carries. */
export function pickColumns(columns: DecisionsTable): DecisionsTable {
  return Object.fromEntries(
    DECISION_COLUMNS.map((name) => [name, columns[name]]),
  ) as unknown as DecisionsTable;
}

type SummaryColumns = Pick<Selectable<DecisionsTable>, (typeof SUMMARY_COLUMNS)[number]>;

export function toSummary(row: SummaryColumns): DecisionSummary {
  return { ...row, degraded: row.degraded === 1, explored: row.explored === 1 };
}

export function toDecision(row: Selectable<DecisionsTable>): DecisionRow {
  return {
    ...row,
    degraded: row.degraded === 1,
    explored: row.explored === 1,
    features: vectorOfBytes(row.features),
    loadings: vectorOfBytes(row.loadings),
    explanation: JSON.parse(row.explanation) as Explanation,
    request: parseObject(row.request),
    text: parseMaybe(row.text),
    shadow: parseMaybe(row.shadow),
  };
}
