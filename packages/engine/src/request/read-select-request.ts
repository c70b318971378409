// The whole wire request, read once into the typed form. Explicit nulls are ignored, unknown keys warned of; faults are
// reported together.
import { isRecord } from "@signalbox/contracts";
import type { FieldError, ModelCatalog, Tradeoff } from "@signalbox/contracts";

import { collectCandidates } from "./read-candidates.ts";
import { collectContentFeatures } from "./read-content-features.ts";
import { findWarnings } from "./find-warnings.ts";
import { collectMessages } from "./read-messages.ts";
import { collectTools } from "./read-tools.ts";
import type { Faults } from "./validation.ts";
import { addFault, assertNoFaults } from "./validation.ts";
import type { Asked, OutputFormat } from "../input/decision-input.ts";

export interface SelectRequest extends Asked {
  readonly preferenceId: string | undefined;
  readonly previousSession: string | undefined;
  /** True too when the content came as features: there is no text to keep. */
  readonly hashContent: boolean;
  readonly includeExplanation: boolean;
  readonly includeRanking: boolean;
  readonly includeWarnings: boolean;
  /** False: the chain is not looked for where `previousSession` is not stated. */
  readonly findsSession: boolean;
  /** What was not read, or looks misspelt. */
  readonly warnings: readonly FieldError[];
}

/** @throws SignalboxError validation_failed listing every fault with its location and fix */
export function readSelectRequest(wire: unknown, catalog: ModelCatalog): SelectRequest {
  const faults: Faults = [];
  const body = isRecord(wire) ? wire : {};
  if (!isRecord(wire))
    addFault(faults, {
      location: "body",
      message: "The body must be a JSON object.",
      fix: "Send messages and llm_providers.",
    });
  const messages = collectMessages(body["messages"], faults);
  const tools = collectTools(body["tools"], faults);
  const sent = { messageCount: messages.length, toolCount: tools.length };
  const content = collectContentFeatures(body["content_features"], sent, faults);
  const request: SelectRequest = {
    messages,
    tools,
    content,
    candidates: collectCandidates(body, catalog, faults),
    tradeoff: tradeoffOf(body["tradeoff"], faults),
    costQualityTradeoff: numberIn(body, "cost_quality_tradeoff", {
      low: 0,
      high: 10,
      isWhole: false,
      faults,
    }),
    maxModelDepth: numberIn(body, "max_model_depth", { low: 1, high: 2_147_483_647, isWhole: true, faults }),
    outputFormat: outputFormatOf(body["response_format"]),
    preferenceId: idOf(body, "preference_id", faults),
    previousSession: idOf(body, "previous_session", faults),
    hashContent: flagOf(body, "hash_content", { faults }) || content !== undefined,
    includeExplanation: includes(body["include"], "explanation"),
    includeRanking: includes(body["include"], "ranking"),
    includeWarnings: includes(body["include"], "warnings"),
    findsSession: flagOf(body, "find_session", { faults, otherwise: true }),
    warnings: [],
  };
  const isStrict = flagOf(body, "strict", { faults });
  assertNoFaults(faults);
  const warnings = findWarnings(body, request.candidates, catalog);
  if (isStrict) assertNoFaults(warnings);
  return warnings.length === 0 ? request : { ...request, warnings };
}

function tradeoffOf(value: unknown, faults: Faults): Tradeoff | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === "cost" || value === "latency") return value;
  addFault(faults, {
    location: "tradeoff",
    message: "This tradeoff is not known.",
    fix: 'Send "cost", "latency", or leave it out for best quality.',
  });
  return undefined;
}

interface NumberRange {
  readonly low: number;
  readonly high: number;
  readonly isWhole: boolean;
  readonly faults: Faults;
}

function numberIn(
  body: Readonly<Record<string, unknown>>,
  key: string,
  range: NumberRange,
): number | undefined {
  const value = body[key];
  if (value === undefined || value === null) return undefined;
  const isFit =
    typeof value === "number" &&
    value >= range.low &&
    value <= range.high &&
    (!range.isWhole || Number.isInteger(value));
  if (isFit) return value;
  addFault(range.faults, {
    location: key,
    message: `It must be a ${range.isWhole ? "whole " : ""}number from ${range.low} to ${range.high}.`,
    fix: "Correct it or leave it out.",
  });
  return undefined;
}

function idOf(body: Readonly<Record<string, unknown>>, key: string, faults: Faults): string | undefined {
  const value = body[key];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string" && value.length <= 128) return value;
  addFault(faults, {
    location: key,
    message: "It must be a string of at most 128 characters.",
    fix: "Send the id as it was given.",
  });
  return undefined;
}

function flagOf(
  body: Readonly<Record<string, unknown>>,
  key: string,
  { faults, otherwise = false }: { readonly faults: Faults; readonly otherwise?: boolean },
): boolean {
  const value = body[key];
  if (value === undefined || value === null) return otherwise;
  if (typeof value === "boolean") return value;
  addFault(faults, { location: key, message: "It must be true or false.", fix: "Send a boolean." });
  return false;
}

function outputFormatOf(value: unknown): OutputFormat | undefined {
  const type = isRecord(value) ? value["type"] : undefined;
  return type === "json_object" || type === "json_schema" ? type : undefined;
}

function includes(value: unknown, item: string): boolean {
  return Array.isArray(value) && value.includes(item);
}
