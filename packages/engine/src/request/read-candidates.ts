// Candidates from their wire form, joined with what the catalogue knows of them.
// Label of an entry: its `name`; else `provider/model`; else `model`. Labels are unique and echoed byte for byte.

import {
  type EffortWire,
  type Mode,
  type ModelCatalog,
  type ProviderWire,
  type SelectRequestWire,
  SELECT_LIMITS,
  settleMode,
} from "@signalbox/contracts";
import { type Faults, addFault } from "./reading.ts";
import { modeFactsOf } from "../candidates/candidate-mode.ts";
import type { CandidateInput } from "../candidates/candidate.ts";
import { keyOfList } from "./candidate-key.ts";
import { factsOfNamed } from "./look-up-model.ts";
import { modeFor, readThought, type Thought } from "./read-mode.ts";
import { createBoundedMap, type BoundedMap } from "../caches/bounded-map.ts";

// Clients send the same few lists of candidates again and again. A list that comes again is read once for each catalogue: the
// same array comes back, so that whatever is made of it can be kept by its identity.

type CandidateList = readonly CandidateInput[];

/** Most lists that are kept for a catalogue, with all that is made of them. */
const LISTS_MAX = 256;
const BYTES_MAX = 32 * 2 ** 20;
/**
 * Size of an entry that was read, built and written for the journal (700 measured), and of the smallest attributes (20 a
 * character).
 */
const ENTRY_BYTES = 2_048;
const KEY_CHAR_BYTES = 32;
/** Keys that came once, two bytes a character at most. */
const SEEN_MAX = 1_024;
const SEEN_CHARS_MAX = 2 ** 20;

interface Lists {
  readonly kept: BoundedMap<CandidateList>;
  readonly seen: BoundedMap<true>;
}

const listsOf = new WeakMap<ModelCatalog, Lists>();

const bytesOf = (key: string, list: CandidateList): number =>
  list.length * ENTRY_BYTES + key.length * KEY_CHAR_BYTES;

function createLists(catalog: ModelCatalog): Lists {
  const lists: Lists = {
    kept: createBoundedMap(LISTS_MAX, { max: BYTES_MAX, of: bytesOf }),
    seen: createBoundedMap(SEEN_MAX, { max: SEEN_CHARS_MAX, of: (key) => key.length }),
  };
  listsOf.set(catalog, lists);
  return lists;
}

function knownList(catalog: ModelCatalog, key: string): CandidateList | undefined {
  return listsOf.get(catalog)?.kept.get(key);
}

/** False the first time: who sends ever new lists takes no room from lists that come again. */
function comesAgain(catalog: ModelCatalog, key: string): boolean {
  const { seen } = listsOf.get(catalog) ?? createLists(catalog);
  if (seen.get(key) === undefined) {
    seen.set(key, true);
    return false;
  }
  seen.delete(key);
  return true;
}

/** Freezes the list, of which nobody else may hold a part that changes: what is made of it is kept by its identity. */
function keepList(catalog: ModelCatalog, key: string, list: CandidateList): void {
  listsOf.get(catalog)?.kept.set(key, Object.freeze(list));
}

// Attributes are journalled with every decision, so their size is bounded before anything else looks at them.
const NUMBER_CHARS = 8;
const PUNCTUATION_CHARS = 3;

/** Roughly the characters of the value's JSON; stops counting beyond `max`. */
function countJsonChars(value: unknown, max: number): number {
  if (typeof value === "string") return value.length + PUNCTUATION_CHARS;
  if (typeof value !== "object" || value === null) return NUMBER_CHARS;
  let chars = PUNCTUATION_CHARS;
  for (const [name, member] of Object.entries(value)) {
    chars += PUNCTUATION_CHARS + (Array.isArray(value) ? 0 : name.length);
    if (chars <= max) chars += countJsonChars(member, max - chars);
    if (chars > max) return chars;
  }
  return chars;
}

type CandidatesWire = Pick<SelectRequestWire, "llm_providers" | "models"> & EffortWire;
type Attributes = CandidateInput["attributes"];

interface ReadContext {
  readonly field: string;
  readonly catalog: ModelCatalog;
  readonly faults: Faults;
  /** Room left for the attributes of all candidates together. */
  attributeChars: number;
  /** Effort that the request states for all candidates. */
  readonly shared: Thought | undefined;
}

const MISSING = {
  location: "llm_providers",
  message: "The candidates are missing.",
  fix: 'Send `[{ "provider": "openai", "model": "gpt-6-luna" }, ...]`.',
};

/**
 * Reads `llm_providers`, or its alias `models` when the former is absent or null. The schema has checked every value; a
 * fault is what it cannot say: no list, no name and no model, one label twice, attributes without end.
 */
export function collectCandidates(
  request: CandidatesWire,
  catalog: ModelCatalog,
  faults: Faults,
): readonly CandidateInput[] {
  const { llm_providers: providers, models } = request;
  const list = providers ?? models ?? undefined;
  if (list === undefined) {
    addFault(faults, MISSING);
    return [];
  }
  const field = list === providers ? "llm_providers" : "models";
  const shared = readThought(request);
  const key = keyOfList(list, { field, shared });
  const known = key === undefined ? undefined : knownList(catalog, key);
  if (known !== undefined) return known;
  const keptKey = key !== undefined && comesAgain(catalog, key) ? key : undefined;
  const faultsBefore = faults.length;
  // Callers of the library may change their attributes later: what is kept is read from a copy.
  const own = keptKey === undefined ? list : structuredClone(list);
  const candidates = readList(own, { field, catalog, faults, shared });
  if (keptKey !== undefined && faults.length === faultsBefore) keepList(catalog, keptKey, candidates);
  return candidates;
}

function readList(
  list: readonly (ProviderWire | string)[],
  given: Omit<ReadContext, "attributeChars">,
): CandidateInput[] {
  const context = { ...given, attributeChars: SELECT_LIMITS.attributesTotalCharsMax };
  const read = list.flatMap((wire, index): readonly ReadEntry[] => {
    const candidate = readCandidate(wire, index, context);
    if (candidate === undefined) return [];
    const efforts = typeof wire === "string" ? undefined : (wire.efforts ?? undefined);
    return effortsOf(candidate, efforts).map((each) => ({ candidate: each, index }));
  });
  return tellApart(read, given);
}

interface ReadEntry {
  readonly candidate: CandidateInput;
  readonly index: number;
}

/** An entry for each effort that competes and that the model has; the entry itself where none is stated. */
function effortsOf(candidate: CandidateInput, efforts: ProviderWire["efforts"]): readonly CandidateInput[] {
  const modes = candidate.facts?.modes;
  if (efforts === undefined || efforts === null || modes === undefined) return [candidate];
  const wanted =
    efforts === "auto"
      ? modes.modes.map(({ mode }) => mode)
      : efforts.flatMap((effort) => settleMode(modes, effort === "max" ? "xhigh" : effort) ?? []);
  const distinct = [...new Set(wanted)];
  if (distinct.length === 0) return [candidate];
  return distinct.map((mode) => inMode(candidate, mode));
}

const inMode = (candidate: CandidateInput, mode: Mode): CandidateInput => ({
  ...candidate,
  mode: { mode, source: "request", facts: modeFactsOf(candidate.facts, mode) },
});

/**
 * Entries of one label whose efforts are stated compete under labels of their own; those that come to the same effort are one. Any
 * other label that comes twice is a fault.
 */
function tellApart(
  entries: readonly ReadEntry[],
  { field, faults }: Pick<ReadContext, "field" | "faults">,
): CandidateInput[] {
  const counts = new Map<string, number>();
  for (const { candidate } of entries) counts.set(candidate.label, (counts.get(candidate.label) ?? 0) + 1);
  const places = new Map<string, number>();
  const kept: CandidateInput[] = [];
  for (const { candidate, index } of entries) {
    const isOfSeveral = (counts.get(candidate.label) ?? 0) > 1 && candidate.mode?.source === "request";
    const label = isOfSeveral ? `${candidate.label} (${candidate.mode?.mode})` : candidate.label;
    if (isOfSeveral && places.has(label)) continue;
    if (isRepeated(label, index, { field, places, faults })) continue;
    kept.push(isOfSeveral ? { ...candidate, label, callLabel: candidate.label } : candidate);
  }
  if (kept.length > SELECT_LIMITS.candidatesMax)
    addFault(faults, {
      location: field,
      message: `With their efforts these are ${kept.length} candidates; at most ${SELECT_LIMITS.candidatesMax} may compete.`,
      fix: "State fewer efforts, or fewer models.",
    });
  return kept;
}

interface Seen {
  readonly field: string;
  readonly places: Map<string, number>;
  readonly faults: Faults;
}

function isRepeated(label: string, index: number, { field, places, faults }: Seen): boolean {
  const before = places.get(label);
  if (before === undefined) {
    places.set(label, index);
    return false;
  }
  addFault(faults, {
    location: `${field}[${index}]`,
    message: `It has the same label as ${field}[${before}].`,
    fix: "Give each entry a different `name` or effort, or drop one.",
  });
  return true;
}

/** An empty text counts as left out. */
const filled = (text: string | null | undefined): string | undefined =>
  text === "" ? undefined : (text ?? undefined);

/** Undefined for an entry with neither a name nor a model. */
export function labelOfEntry(entry: Pick<ProviderWire, "name" | "provider" | "model">): string | undefined {
  const [name, provider, model] = [filled(entry.name), filled(entry.provider), filled(entry.model)];
  return name ?? (model === undefined || provider === undefined ? model : `${provider}/${model}`);
}

function readCandidate(
  wire: ProviderWire | string,
  index: number,
  context: ReadContext,
): CandidateInput | undefined {
  const entry = typeof wire === "string" ? { model: wire } : wire;
  const [provider, model] = [filled(entry.provider), filled(entry.model)];
  const label = labelOfEntry(entry);
  if (label === undefined) {
    addFault(context.faults, {
      location: `${context.field}[${index}]`,
      message: "The entry has neither a name nor a model.",
      fix: "Set `model` (with `provider`), or `name`.",
    });
    return undefined;
  }
  const price = entry.price ?? undefined;
  const attributes = attributesOf(entry, index, context);
  const facts = factsOfNamed(context.catalog, { label, provider, model });
  const stated = readThought(entry) ?? readThought(attributes);
  const mode = modeFor({ facts, stated, shared: context.shared });
  return {
    label,
    provider,
    model,
    inputUsdPerMTok: entry.input_price ?? price,
    outputUsdPerMTok: entry.output_price ?? price,
    latencyS: entry.latency ?? undefined,
    attributes,
    facts,
    ...(mode === undefined ? {} : { mode }),
  };
}

/** The free attributes; a `context_length` beside them, as some clients send it, counts as one. */
function attributesOf(entry: ProviderWire, index: number, context: ReadContext): Attributes {
  const attributes = entry.attributes ?? NO_ATTRIBUTES;
  if (attributes !== NO_ATTRIBUTES && !hasRoom(attributes, index, context)) return NO_ATTRIBUTES;
  const beside = entry.context_length ?? undefined;
  if (beside === undefined || attributes["context_length"] !== undefined) return attributes;
  return { ...attributes, context_length: beside };
}

function hasRoom(attributes: Attributes, index: number, context: ReadContext): boolean {
  const { attributesCharsMax, attributesTotalCharsMax } = SELECT_LIMITS;
  const chars = countJsonChars(attributes, attributesCharsMax);
  context.attributeChars -= chars;
  if (chars <= attributesCharsMax && context.attributeChars >= 0) return true;
  addFault(context.faults, {
    location: `${context.field}[${index}].attributes`,
    message: `They hold more than ${attributesCharsMax} characters of JSON, or those of all candidates more than ${attributesTotalCharsMax}.`,
    fix: "Keep what rules of a preference use.",
  });
  return false;
}

const NO_ATTRIBUTES: Attributes = Object.freeze({});
