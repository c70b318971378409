// Candidates from their wire form, joined with what the catalogue knows of them.
// Label of an entry: its `name`; else `provider/model`; else `model`. Labels are unique and echoed byte for byte.
import type { ModelCatalog } from "@signalbox/contracts";
import { isRecord, SELECT_LIMITS } from "@signalbox/contracts";

import type { Faults } from "./validation.ts";
import { addFault, assertNoFaults } from "./validation.ts";
import type { CandidateInput } from "../candidates/candidate-input.ts";
import { countJsonChars } from "./attribute-size.ts";
import { checkAttributes } from "./check-attributes.ts";

export interface CandidatesWire {
  readonly llm_providers?: unknown;
  readonly models?: unknown;
}

/**
 * Reads `llm_providers`, or its alias `models` when the former is absent or null.
 * @throws SignalboxError validation_failed with every fault: no list, no entry, no name and no model, one label twice, bad numbers.
 */
export function readCandidates(wire: CandidatesWire, catalog: ModelCatalog): CandidateInput[] {
  const faults: Faults = [];
  const candidates = collectCandidates(wire, catalog, faults);
  assertNoFaults(faults);
  return candidates;
}

export function collectCandidates(
  wire: CandidatesWire,
  catalog: ModelCatalog,
  faults: Faults,
): CandidateInput[] {
  const field =
    (wire.llm_providers ?? null) === null && (wire.models ?? null) !== null ? "models" : "llm_providers";
  const list = wire[field];
  if (!Array.isArray(list) || list.length === 0 || list.length > SELECT_LIMITS.candidatesMax) {
    addFault(faults, listFault(field, list));
    return [];
  }
  const candidates: CandidateInput[] = [];
  const seen = new Map<string, number>();
  const room = { attributeChars: SELECT_LIMITS.attributesTotalCharsMax };
  for (let i = 0; i < list.length; i += 1) {
    const location = `${field}[${i}]`;
    const candidate = readCandidate((list as readonly unknown[])[i], { location, catalog, faults, room });
    if (candidate === undefined) continue;
    const before = seen.get(candidate.label);
    if (before === undefined) {
      seen.set(candidate.label, i);
      candidates.push(candidate);
    } else {
      addFault(faults, {
        location,
        message: `It has the same label as ${field}[${before}].`,
        fix: "Give each entry a `name` of its own, or drop one.",
      });
    }
  }
  return candidates;
}

function listFault(field: string, list: unknown): Faults[number] {
  const missing = list === undefined || list === null;
  const message = missing
    ? "The candidates are missing."
    : Array.isArray(list)
      ? `There are ${list.length} candidates; 1 to ${SELECT_LIMITS.candidatesMax} can be compared.`
      : "The candidates must be an array.";
  return { location: field, message, fix: 'Send `[{ "provider": "openai", "model": "gpt-4o" }, ...]`.' };
}

interface ReadContext {
  readonly location: string;
  readonly catalog: ModelCatalog;
  readonly faults: Faults;
  /** What is left for the attributes of all candidates together. */
  readonly room: { attributeChars: number };
}

function readCandidate(wire: unknown, context: ReadContext): CandidateInput | undefined {
  const { location, faults } = context;
  if (typeof wire === "string") return readCandidate({ model: wire }, context);
  if (!isRecord(wire)) {
    addFault(faults, {
      location,
      message: "A candidate must be an object.",
      fix: "Send provider and model.",
    });
    return undefined;
  }
  const name = textOf(wire, "name", context);
  const provider = textOf(wire, "provider", context);
  const model = textOf(wire, "model", context);
  const label =
    name ?? (model === undefined ? undefined : provider === undefined ? model : `${provider}/${model}`);
  if (label === undefined) {
    addFault(faults, {
      location,
      message: "The entry has neither a name nor a model.",
      fix: "Set `model` (with `provider`), or `name`.",
    });
    return undefined;
  }
  const price = numberOf(wire, "price", context);
  const attributes = attributesOf(wire, context);
  return {
    label,
    provider,
    model,
    inputUsdPerMTok: numberOf(wire, "input_price", context) ?? price,
    outputUsdPerMTok: numberOf(wire, "output_price", context) ?? price,
    latencyS: numberOf(wire, "latency", context),
    attributes,
    facts: context.catalog.resolve({ provider, model: model ?? label }),
  };
}

function textOf(
  wire: Readonly<Record<string, unknown>>,
  key: string,
  context: ReadContext,
): string | undefined {
  const value = wire[key];
  if (value === undefined || value === null || value === "") return undefined;
  if (typeof value === "string" && value.length <= SELECT_LIMITS.labelCharsMax) return value;
  addFault(context.faults, {
    location: `${context.location}.${key}`,
    message: `It must be a string of at most ${SELECT_LIMITS.labelCharsMax} characters.`,
    fix: "Shorten it.",
  });
  return undefined;
}

const USD = {
  max: SELECT_LIMITS.usdPerMTokMax,
  fix: "Send USD per 1M tokens, or leave it out when unknown.",
};
const NUMBERS = {
  price: USD,
  input_price: USD,
  output_price: USD,
  latency: { max: SELECT_LIMITS.latencySMax, fix: "Send seconds to a whole answer." },
};

function numberOf(
  wire: Readonly<Record<string, unknown>>,
  key: keyof typeof NUMBERS,
  context: ReadContext,
): number | undefined {
  const value = wire[key];
  if (value === undefined || value === null) return undefined;
  const { max, fix } = NUMBERS[key];
  if (typeof value === "number" && value >= 0 && value <= max) return value;
  addFault(context.faults, {
    location: `${context.location}.${key}`,
    message: `It must be a number from 0 to ${max}.`,
    fix,
  });
  return undefined;
}

/** The free attributes; a top-level `context_length`, as some clients send it, counts as one. */
function attributesOf(
  wire: Readonly<Record<string, unknown>>,
  context: ReadContext,
): Readonly<Record<string, unknown>> {
  const location = `${context.location}.attributes`;
  const own = wire["attributes"];
  const attributes = isRecord(own) ? own : NO_ATTRIBUTES;
  if (own !== undefined && own !== null && !isRecord(own))
    addFault(context.faults, {
      location,
      message: "The attributes must be an object.",
      fix: "Send name-value pairs.",
    });
  if (attributes !== NO_ATTRIBUTES && !hasRoom(attributes, context)) return NO_ATTRIBUTES;
  const contextLength = wire["context_length"];
  const isStatedBeside =
    typeof contextLength === "number" && contextLength > 0 && attributes["context_length"] === undefined;
  const all = isStatedBeside ? { ...attributes, context_length: contextLength } : attributes;
  if (all !== NO_ATTRIBUTES) checkAttributes(all, location, context.faults);
  return all;
}

function hasRoom(
  attributes: Readonly<Record<string, unknown>>,
  { location, faults, room }: ReadContext,
): boolean {
  const { attributesCharsMax, attributesTotalCharsMax } = SELECT_LIMITS;
  const chars = countJsonChars(attributes, attributesCharsMax);
  room.attributeChars -= chars;
  if (chars <= attributesCharsMax && room.attributeChars >= 0) return true;
  addFault(faults, {
    location: `${location}.attributes`,
    message: `They hold more than ${attributesCharsMax} characters of JSON, or those of all candidates more than ${attributesTotalCharsMax}.`,
    fix: "Keep what rules of a preference use.",
  });
  return false;
}

const NO_ATTRIBUTES: Readonly<Record<string, unknown>> = Object.freeze({});
