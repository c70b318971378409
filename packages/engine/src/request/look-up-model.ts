// The model that a name means: exactly as the catalogue knows it, or a known name with something more or less at one end, as
// gateways and local servers write it ("hf.co/unsloth/Qwen3.6-35B-A3B-GGUF:Q4_K_M"). A warning says what it was taken for.
import { editDistance, readName } from "@signalbox/contracts";
import type { ModelCatalog, ModelFacts, ModelName, Spelling } from "@signalbox/contracts";

import { createBoundedMap, type BoundedMap } from "../caches/bounded-map.ts";

const SPELLINGS_MAX = 5_000;
const NEAREST_MAX = 3;
/** Behind a known name they make another model of it: one of another size, or for other work. */
const OTHER_MODEL =
  /^(?:mini|nano|micro|tiny|small|lite|light|flash|air|medium|large|base|embed|embedding|rerank|reranker|guard|tts|asr|audio|image|vision|vl|omni|ocr|coder|code|codex|math|realtime|live|search|transcribe|draft|distill|x|b|m|k)$/;

interface KnownName {
  readonly id: string;
  readonly name: string;
  readonly tokens: readonly string[];
  readonly releasedOn: string;
}

interface Names {
  readonly models: readonly KnownName[];
  /** By the first word and by the last: what a name is compared with shares one of them. */
  readonly byEdge: ReadonlyMap<string, readonly KnownName[]>;
  /** By letters and digits alone; null where two models have the same. */
  readonly squeezed: ReadonlyMap<string, KnownName | null>;
  readonly found: BoundedMap<KnownName | null>;
}

const tokensOf = (spelling: string): readonly string[] => readName(spelling)?.key?.split("-") ?? [];
const nameOf = (spelling: string): string => spelling.slice(spelling.lastIndexOf("/") + 1);
const digitsOf = (text: string): string => text.replaceAll(/\D/g, "");

/** The list of a catalogue never changes, so it is read once. */
const namesByCatalog = new WeakMap<ModelCatalog, Names>();

function namesOf(catalog: ModelCatalog): Names {
  const known = namesByCatalog.get(catalog);
  if (known !== undefined) return known;
  const models = catalog.list().map(({ id, releasedOn = "" }) => {
    return { id, name: nameOf(id), tokens: tokensOf(id), releasedOn };
  });
  const byEdge = new Map<string, KnownName[]>();
  for (const model of models)
    for (const edge of new Set([model.tokens[0] ?? "", model.tokens.at(-1) ?? ""]))
      byEdge.set(edge, [...(byEdge.get(edge) ?? []), model]);
  const squeezed = new Map<string, KnownName | null>();
  for (const model of models) {
    const text = model.tokens.join("");
    squeezed.set(text, squeezed.has(text) ? null : model);
  }
  const fresh = { models, byEdge, squeezed, found: createBoundedMap<KnownName | null>(SPELLINGS_MAX) };
  namesByCatalog.set(catalog, fresh);
  return fresh;
}

type Loose = ModelName["loose"];

const isAt = (long: readonly string[], short: readonly string[], from: number): boolean =>
  from >= 0 && short.every((token, at) => long[from + at] === token);
const isOther = (token: string): boolean => OTHER_MODEL.test(token);
const hasDigit = (tokens: readonly string[]): boolean => tokens.some((token) => /\d/.test(token));

/** "gpt-5.6-luna-pro" is gpt-5.6-luna: the longest known name that it begins with, and a word or a date more. */
function beginningWith({ words: tokens }: Loose, models: readonly KnownName[]): KnownName | undefined {
  let longest: KnownName | undefined;
  for (const model of models) {
    const more = tokens.slice(model.tokens.length);
    if (more.length === 0 || more.length > 2 || !isAt(tokens, model.tokens, 0)) continue;
    if (!hasDigit(model.tokens) || more.some((token) => isOther(token) || /^\d{1,3}$/.test(token))) continue;
    if (model.tokens.length > (longest?.tokens.length ?? 1)) longest = model;
  }
  return longest;
}

/** "opus-4.8" is claude-opus-4.8, "qwen3.6-35b" is qwen3.6-35b-a3b: where no other known name holds it so. */
function within({ words: tokens, isLatest }: Loose, models: readonly KnownName[]): KnownName | undefined {
  if (tokens.length < 2 || !(isLatest || hasDigit(tokens))) return undefined;
  const found = models.filter((model) => {
    const from = isAt(model.tokens, tokens, 0) ? 0 : model.tokens.length - tokens.length;
    if (from < 0 || !isAt(model.tokens, tokens, from)) return false;
    const beside = [...model.tokens.slice(0, from), ...model.tokens.slice(from + tokens.length)];
    return isLatest ? beside.every((token) => /^\d{1,3}$/.test(token)) : !isSized(beside);
  });
  if (isLatest) return found.toSorted((a, b) => b.releasedOn.localeCompare(a.releasedOn))[0];
  return found.length === 1 ? found[0] : undefined;
}

/** "a3b" says how a size is made up; "mini" says another one. */
const isSized = (tokens: readonly string[]): boolean =>
  tokens.some((token, at) => isOther(token) && !(token === "b" && /^\d/.test(tokens[at - 1] ?? "")));

// A misspelt name: one slip of the keys away from a known one.

const SLIP_CHARS_MAX = 80;
/** Shorter names resemble too many: they are compared with models of the vendor that is named beside them. */
const SLIP_CHARS_MIN = 4;
const EDITS_MAX = 2;

interface Named {
  readonly id: string;
  readonly name: string;
  readonly digits: string;
  readonly vendor: string;
  readonly letters: number;
}

interface Spellings {
  readonly models: readonly Named[];
  /** Answers for names that were asked before; "" = none is near. */
  readonly found: BoundedMap<string>;
}

const vendorOf = (spelling: string): string =>
  spelling.slice(0, Math.max(0, spelling.lastIndexOf("/"))).toLowerCase();

/** Which letters occur, as bits: an edit changes two of them at most, so most names are distinguished without comparing them. */
function lettersOf(name: string): number {
  let bits = 0;
  for (let at = 0; at < name.length; at += 1) bits |= 1 << (name.charCodeAt(at) & 31);
  return bits;
}

function differing(a: number, b: number): number {
  let bits = a ^ b;
  let count = 0;
  for (; bits !== 0; bits &= bits - 1) count += 1;
  return count;
}

const spellings = new WeakMap<ModelCatalog, Spellings>();

function spellingsOf(catalog: ModelCatalog): Spellings {
  const known = spellings.get(catalog);
  if (known !== undefined) return known;
  const models = catalog.list().map(({ id }) => {
    const name = nameOf(id).toLowerCase();
    return { id, name, digits: digitsOf(name), vendor: vendorOf(id), letters: lettersOf(name) };
  });
  const fresh = { models, found: createBoundedMap<string>(SPELLINGS_MAX) };
  spellings.set(catalog, fresh);
  return fresh;
}

/**
 * The id of the closest model within one edit, or within two that leave its digits alone: `gpt-5.7` beside `gpt-5.5`
 * is more likely a new release than two slips. Undefined when none is near.
 */
export function nearestModel(spelling: string, catalog: ModelCatalog): string | undefined {
  const name = nameOf(spelling).toLowerCase();
  const vendor = name.length < SLIP_CHARS_MIN ? vendorOf(spelling) : undefined;
  if (vendor === "" || name.length > SLIP_CHARS_MAX) return undefined;
  const { models, found } = spellingsOf(catalog);
  const key = vendor === undefined ? name : `${vendor}/${name}`;
  const before = found.get(key);
  if (before !== undefined) return before === "" ? undefined : before;
  const nearest = searchSlip(
    name,
    vendor === undefined ? models : models.filter((one) => one.vendor === vendor),
  );
  found.set(key, nearest ?? "");
  return nearest;
}

function searchSlip(name: string, models: readonly Named[]): string | undefined {
  const [digits, letters] = [digitsOf(name), lettersOf(name)];
  let nearest: string | undefined;
  let fewest = EDITS_MAX + 1;
  for (const model of models) {
    if (differing(letters, model.letters) >= 2 * fewest) continue;
    const edits = editDistance(name, model.name, fewest - 1);
    if (edits >= fewest || (edits > 1 && model.digits !== digits)) continue;
    nearest = model.id;
    fewest = edits;
  }
  return nearest;
}

function search(spelling: string, catalog: ModelCatalog): KnownName | undefined {
  const { byEdge, squeezed } = namesOf(catalog);
  const whole = readName(spelling)?.loose;
  if (whole === undefined) return undefined;
  const { words, isLatest } = whole;
  const edges = new Set([words[0] ?? "", words.at(-1) ?? ""]);
  const models = [...new Set([...edges].flatMap((edge) => byEdge.get(edge) ?? []))];
  const exact = models.find(({ tokens }) => tokens.length === words.length && isAt(tokens, words, 0));
  // "gpt-5.5-por" is a slip of gpt-5.5-pro, not gpt-5.5 with a word more.
  const isSlip = nearestModel(spelling, catalog) !== undefined;
  return (
    (isLatest ? undefined : exact) ??
    within(whole, models) ??
    (isSlip ? undefined : beginningWith(whole, models)) ??
    // Lost dots and hyphens: "gpt41", "gemini25pro".
    squeezed.get(words.join("")) ??
    exact
  );
}

function nearestKnown(spelling: string, catalog: ModelCatalog): KnownName | undefined {
  const { found } = namesOf(catalog);
  const before = found.get(spelling);
  if (before !== undefined) return before ?? undefined;
  const known = search(spelling, catalog);
  found.set(spelling, known ?? null);
  return known;
}

interface LookedUpModel {
  readonly facts: ModelFacts | undefined;
  /** The id that the name was taken for; absent where it is exactly known, or unknown. */
  readonly takenFor?: string;
  /** The predecessor whose facts an unknown version of its line has. */
  readonly inheritsFrom?: string;
}

/** An unknown version of a known line; a name with the digits of a known one is rather a slip of its letters. */
function newerVersion(catalog: ModelCatalog, spelling: Spelling): ModelFacts | undefined {
  const newer = catalog.inherit?.(spelling);
  if (newer === undefined) return undefined;
  const slip = nearestModel(spelling.model, catalog);
  return slip !== undefined && digitsOf(slip) === digitsOf(nameOf(spelling.model)) ? undefined : newer;
}

/** A vendor or a host that is named beside must fit, as for an exact name. */
export function lookUpModel(catalog: ModelCatalog, spelling: Spelling): LookedUpModel {
  const exact = catalog.resolve(spelling);
  if (exact !== undefined) return { facts: exact };
  const newer = newerVersion(catalog, spelling);
  if (newer?.predecessor !== undefined) return { facts: newer, inheritsFrom: newer.predecessor };
  const named = readName(spelling.model)?.effort;
  const isSlip = nearestModel(spelling.model, catalog) !== undefined;
  const taken =
    nearestKnown(spelling.model, catalog) ??
    (named && !isSlip ? nearestKnown(named.name, catalog) : undefined);
  if (taken === undefined) return { facts: undefined };
  const { provider } = spelling;
  const facts = catalog.resolve({ provider, model: taken.name }) ?? catalog.resolve({ model: taken.id });
  if (facts === undefined || isOfAnother(catalog, { provider, facts })) return { facts: undefined };
  const isOwnWord = named !== undefined && taken.name.toLowerCase().endsWith(named.words);
  if (named === undefined || isOwnWord || facts.modes === undefined) return { facts, takenFor: taken.id };
  const { mode: namedMode, budgetTokens: namedBudgetTokens } = named;
  const mode = { namedMode, ...(namedBudgetTokens === undefined ? {} : { namedBudgetTokens }) };
  return { facts: { ...facts, ...mode }, takenFor: taken.id };
}

/** Facts of a candidate as the request names it: a `name` alone is the caller's own label, and may resemble whatever it likes. */
export function factsOfNamed(
  catalog: ModelCatalog,
  { label, provider, model }: { label: string; provider: string | undefined; model: string | undefined },
): ModelFacts | undefined {
  if (model === undefined) return catalog.resolve({ provider, model: label });
  return lookUpModel(catalog, { provider, model }).facts;
}

/** The provider is the vendor of other models alone. */
function isOfAnother(
  catalog: ModelCatalog,
  { provider, facts }: { provider: string | undefined; facts: ModelFacts },
): boolean {
  return (
    provider !== undefined &&
    catalog.resolve({ provider, model: nameOf(facts.id) }) === undefined &&
    catalog.list().some(({ vendor }) => vendor === provider.toLowerCase())
  );
}

/** Ids of known models that share most words with a name, the nearest first. */
export function nearestIds(spelling: string, catalog: ModelCatalog): readonly string[] {
  const wanted = new Set(tokensOf(spelling));
  return namesOf(catalog)
    .models.map(({ id, tokens }) => {
      const shared = tokens.filter((token) => wanted.has(token));
      const isAlike = shared.some((token) => token.length > 1 && /[a-z]/.test(token));
      return { id, score: isAlike ? shared.length / Math.max(tokens.length, wanted.size) : 0 };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, NEAREST_MAX)
    .map(({ id }) => id);
}
