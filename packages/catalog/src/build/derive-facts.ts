// Turns a model card into a catalogue record: keeps what is known, drops what is null, derives tokenizer, mode and confidence.
import { readName, type Modality, type TokenizerFamily } from "@signalbox/contracts";
import { nameWords } from "../host-words.ts";
import type { CatalogRecord, RecordedPrice, RecordedSpeed } from "../catalog-record.ts";
import { VENDORS, type Vendor } from "../vendors.data.ts";
import { compact, modeRuleOf } from "./lay-facts.ts";
import type { ModelCard } from "./read-inputs.ts";

// Derives the aliases of one model from its card: an alias that differs from the id only in order of words and in words that
// do not tell models apart is taken; everything else needs a ruling by hand (alias-rulings.ts).

/** Words that say how a model is packaged. Sizes, versions, "mini", "preview", "base" are never among them. */
const PACKAGING_WORDS = new Set("instruct chat it hf latest maas tee".split(" "));
/** Words that select a mode of one endpoint, for vendors whose modes are not models of their own. */
const MODE_WORDS = new Set("thinking reasoning non adaptive xhigh high medium low minimal".split(" "));
const MODE_VENDORS = new Set("anthropic openai xai deepseek zai".split(" "));
const TUNED = /(?:^|-)(?:instruct|chat|it)(?:-|$)/;
/** Slugs of leaderboards that are not part of any name one could call. */
const BENCH_ONLY = /reasoning-low|reasoning-medium|-\d+k$|low-effort|tree\/main/;

function wordsOf(key: string, vendor: string): string {
  const hasModes = MODE_VENDORS.has(vendor);
  return key
    .split("-")
    .filter((word) => !PACKAGING_WORDS.has(word) && !(hasModes && MODE_WORDS.has(word)))
    .toSorted()
    .join(" ");
}

const WORDS = nameWords();

/** Aliases that pass without a ruling, as bare names. */
export function deriveAliases(id: string, aliases: readonly string[]): readonly string[] {
  const slash = id.indexOf("/");
  const vendor = id.slice(0, slash);
  const ownKey = readName(id)?.key ?? "";
  const ownWords = wordsOf(ownKey, vendor);
  const kept = aliases
    .filter((alias) => !BENCH_ONLY.test(alias))
    // The reading that the index tries last.
    .flatMap((alias) => [...(readName(alias, WORDS)?.readings() ?? [])].slice(-1))
    .filter(({ key }) => {
      if (key === undefined || key === ownKey || wordsOf(key, vendor) !== ownWords) return false;
      // A name without "instruct" is the base model when the tuned one carries the word.
      return TUNED.test(key) || !TUNED.test(ownKey);
    });
  return [...new Map(kept.map(({ key, text }) => [key, text.replace("@", "-")])).values()];
}

const MODALITIES = new Set<string>(["text", "image", "audio", "video", "file"]);
/** Sources whose facts may be quoted one by one; the others only corroborate. */
const QUOTABLE_SOURCE =
  /^(?:genai-prices|models\.dev|litellm|JonathanChavezTamales|AchilleasDrakou|AA:|AA$|openrouter-api)/;
const QUOTABLE_PRICE = /^(?:models\.dev|litellm|openrouter-api|AA:)/;

/** Families that the name of a model tells, from any vendor. */
const FAMILY_TOKENIZERS: readonly (readonly [RegExp, TokenizerFamily])[] = [
  [/llama-?(?:3|4)|l3\.?\d?-/, "llama3"],
  [/qwen/, "qwen"],
  [/mistral|mixtral/, "mistral"],
];
const NAMED_THINKING = /thinking|reason|-r1|qwq/;
/** Names that are given to models that think alone; their cards do not always repeat it. */
const NAMED_REASONING = /-r1(?:-|$)|think|-reasoning|qwq/;

const VENDOR_BY_ID: ReadonlyMap<string, Vendor> = new Map(VENDORS.map((vendor) => [vendor.id, vendor]));

function vendorAndName(id: string): { readonly vendor: Vendor | undefined; readonly name: string } {
  const slash = id.indexOf("/");
  return { vendor: VENDOR_BY_ID.get(id.slice(0, slash)), name: id.slice(slash + 1) };
}

export function tokenizerOf(id: string): TokenizerFamily {
  const { vendor, name } = vendorAndName(id);
  const own = vendor?.tokenizers?.find(([pattern]) => pattern.test(name));
  return (own ?? FAMILY_TOKENIZERS.find(([pattern]) => pattern.test(id)))?.[1] ?? "unknown";
}

function reasoningOf(card: ModelCard, id: string): boolean | null {
  const { vendor, name } = vendorAndName(id);
  return (
    card.reasoning ?? (vendor?.thinksAlone?.test(name) === true || NAMED_REASONING.test(id) ? true : null)
  );
}

/** Whether a plain call thinks first; undefined when the card does not say whether the model can. */
function thinksByDefault(id: string, reasoning: boolean | null): boolean | undefined {
  if (reasoning === null) return undefined;
  if (!reasoning) return false;
  const { vendor, name } = vendorAndName(id);
  return NAMED_THINKING.test(id) || vendor?.answersAtOnce?.test(name) !== true;
}

function priceOf(card: ModelCard): RecordedPrice | undefined {
  const price = card.price_usd_per_mtok;
  if (price === null || card.price_source === null || !QUOTABLE_PRICE.test(card.price_source))
    return undefined;
  return {
    ...(price.input === null ? {} : { inputUsdPerMTok: price.input }),
    ...(price.cached_input === null ? {} : { cachedInputUsdPerMTok: price.cached_input }),
    ...(price.output === null ? {} : { outputUsdPerMTok: price.output }),
    source: card.price_source,
  };
}

function speedOf(card: ModelCard): RecordedSpeed | undefined {
  if (card.speed === null) return undefined;
  const { ttft_s: firstTokenS, tokens_per_s: tokensPerSecond, setting, date } = card.speed;
  if (firstTokenS === null && tokensPerSecond === null) return undefined;
  const details = [setting, date].filter((part) => part !== null && part !== "").join(", ");
  return {
    ...(firstTokenS === null ? {} : { timeToFirstTokenS: firstTokenS }),
    ...(tokensPerSecond === null ? {} : { outputTokensPerSecond: tokensPerSecond }),
    source: details === "" ? "Artificial Analysis" : `Artificial Analysis (${details})`,
  };
}

function modalitiesOf(card: ModelCard): readonly Modality[] | undefined {
  const known = card.input_modalities?.filter((modality): modality is Modality => MODALITIES.has(modality));
  return known === undefined || known.length === 0 ? undefined : known;
}

/** A card that lists what a model reads says no to the rest, but for documents, which the lists of prices leave out. */
function refusedBy(card: ModelCard): readonly Modality[] | undefined {
  const known = modalitiesOf(card);
  return known && (["image", "audio", "video"] as const).filter((modality) => !known.includes(modality));
}

function confidenceOf(card: ModelCard): CatalogRecord["confidence"] {
  if (card.single_source || card.source_repos.length < 2) return "low";
  const hasCore = card.context_tokens !== null && card.price_usd_per_mtok !== null;
  return card.source_repos.length >= 4 && hasCore ? "high" : "medium";
}

function sourcesOf(card: ModelCard): readonly string[] {
  const quotable = card.sources.filter((source) => QUOTABLE_SOURCE.test(source)).slice(0, 3);
  return quotable.length > 0 ? quotable : ["vendor name only"];
}

function isDeprecatedBy(card: ModelCard, day: string): boolean | undefined {
  if (card.deprecation_date !== null && card.deprecation_date > day) return false;
  return card.deprecated ?? undefined;
}

/** @param day ISO date that decides what counts as deprecated already. */
export function recordOf(
  card: ModelCard,
  id: string,
  aliases: readonly string[],
  day: string,
): CatalogRecord {
  const isReasoning = reasoningOf(card, id);
  const rule = isReasoning === true ? modeRuleOf(id) : undefined;
  return {
    id,
    name: card.name,
    vendor: id.slice(0, id.indexOf("/")),
    aliases,
    ...compact({
      family: card.family,
      releasedOn: card.released,
      isDeprecated: isDeprecatedBy(card, day),
      deprecatedOn: card.deprecation_date,
      contextTokens: card.context_tokens,
      maxOutputTokens: card.max_output_tokens,
      inputModalities: modalitiesOf(card),
      refusedModalities: refusedBy(card),
      supportsTools: card.tools,
      supportsStructuredOutput: card.structured_output,
      isReasoning,
      isReasoningByDefault: thinksByDefault(id, isReasoning),
      thinking: rule && { default: rule.default, modes: rule.modes, source: rule.source },
      isOpenWeights: card.open_weights,
      paramsB: card.params_b,
      activeParamsB: card.active_params_b,
      price: priceOf(card),
      speed: speedOf(card),
    }),
    tokenizer: tokenizerOf(id),
    sources: sourcesOf(card),
    confidence: confidenceOf(card),
  };
}
