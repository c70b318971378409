// Lays the facts of the newest sources over the records that the model cards give: what they state wins, null keeps what is there.
import type { Mode, Modality, PriceFactors, TokenPrices } from "@signalbox/contracts";
import { MODES } from "@signalbox/contracts";
import type { Accepts, CatalogRecord, RecordedPrice, RecordedThinking } from "../catalog-record.ts";
import { MODE_RULES } from "./mode-rules.data.ts";
import type { StatedFacts } from "./read-inputs.ts";

/** Drops the members that are null or undefined: absent means unknown. */
export function compact<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const known = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(known) as { [K in keyof T]?: NonNullable<T[K]> };
}

type Usd = Partial<Record<"input" | "cached_input" | "cache_write_5m" | "output", number | null>>;

function usdOf(usd: Usd): TokenPrices {
  return compact({
    inputUsdPerMTok: usd.input,
    cachedInputUsdPerMTok: usd.cached_input,
    cacheWriteUsdPerMTok: usd.cache_write_5m,
    outputUsdPerMTok: usd.output,
  });
}

const perInput = (price: number | null | undefined, input: number | null | undefined): number | undefined =>
  price === null || price === undefined || !input ? undefined : Math.round((price / input) * 1e3) / 1e3;

function factorsOf(prices: NonNullable<StatedFacts["prices"]>): PriceFactors | undefined {
  const factors = compact({
    batch: prices.batch_factor,
    flex: prices.flex_factor,
    priority: prices.priority_factor,
    regional: prices.regional_factor,
    cacheWrite1h: perInput(prices.cache_write_1h, prices.input),
  });
  return Object.keys(factors).length === 0 ? undefined : factors;
}

/** Files of the build are no sources that a reader could open. */
const sourceOf = (source: string): string =>
  source.replace(/^model_cards\.jsonl: /, "").replace(/,? ?\(?stored cop(?:y|ies)(?: of| after|,)? ?/, " (");

export const closed = (source: string): string => {
  const text = sourceOf(source)
    .replace(/\s*\(\s*\)?$/, "")
    .trim();
  return text.includes("(") && !text.includes(")") ? `${text})` : text;
};

export function statedSources(facts: StatedFacts): readonly string[] {
  return facts.sources.slice(0, 2).map(closed);
}

/** The list price of the vendor, or of the host that the sources name. */
function priceOf({ prices, prices_next: next, as_of }: StatedFacts): RecordedPrice | undefined {
  if (prices === null || prices.input === null || prices.input === undefined) return undefined;
  const tiers = prices.tiers.map((tier) => ({ aboveInputTokens: tier.above_input_tokens, ...usdOf(tier) }));
  const isVendor = prices.basis === "vendor";
  return {
    ...usdOf(prices),
    ...(tiers.length === 0 ? {} : { tiers }),
    ...compact({ factors: factorsOf(prices), peakFactor: prices.peak_factor, from: prices.valid_from }),
    ...(next === null || next === undefined ? {} : { next: { from: next.valid_from, ...usdOf(next) } }),
    source: isVendor ? "the vendor's list" : closed(prices.basis ?? "").replace(/ \(.*$/, ""),
    asOf: as_of,
  };
}

const MODALITIES: Readonly<Record<string, Modality>> = {
  text: "text",
  image: "image",
  audio: "audio",
  video: "video",
  pdf: "file",
};

function modalities(facts: StatedFacts, wanted: boolean): readonly Modality[] {
  return Object.entries(facts.modalities?.in ?? {}).flatMap(([name, value]) =>
    value === wanted && MODALITIES[name] !== undefined ? [MODALITIES[name]] : [],
  );
}

const listOr = <T>(list: readonly T[]): readonly T[] | undefined => (list.length === 0 ? undefined : list);

/** Words of the sources -> modes; "extended" and "adaptive" are thought without a stated amount. */
const MODE_OF_WORD: Readonly<Record<string, Mode>> = {
  off: "none",
  max: "xhigh",
  on: "thinking",
  extended: "thinking",
  adaptive: "thinking",
};

const modeOf = (word: string): Mode | undefined => MODE_OF_WORD[word] ?? MODES.find((mode) => mode === word);

/** The first rule of the vendor that matches: it knows the default of models that were out when it was written. */
export const modeRuleOf = (id: string) => {
  const slash = id.indexOf("/");
  return MODE_RULES.find(
    ({ vendor, names }) => vendor === id.slice(0, slash) && names.test(id.slice(slash + 1)),
  );
};

/** Day on which the rules were last compared with the vendors' pages. */
const RULES_DAY = "2026-09-23";

function listedModes(
  thinking: NonNullable<StatedFacts["thinking"]>,
  id: string,
): readonly Mode[] | undefined {
  const words = thinking.modes ?? [];
  const efforts = new Set(words.flatMap((word) => modeOf(word) ?? []));
  const isToggle = words.length === 1 && words[0] === "off";
  if (isToggle || words.length === 0) {
    if (thinking.can_be_off === false) return ["thinking"];
    return modeRuleOf(id)?.modes ?? (isToggle ? ["none", "thinking"] : undefined);
  }
  if (thinking.can_be_off === false) efforts.delete("none");
  if (efforts.has("thinking")) for (const mode of ["low", "medium", "high"] as const) efforts.add(mode);
  return MODES.filter((mode) => efforts.has(mode));
}

/** @param released decides whether the rules of the vendor are older than the model */
function thinkingOf(facts: StatedFacts): RecordedThinking | undefined {
  const { thinking, id, released } = facts;
  if (thinking === null || isPlain(facts)) return undefined;
  const modes = listedModes(thinking, id);
  if (modes === undefined) return undefined;
  const source = statedSources(facts)[0] ?? "vendor's page";
  const { default: state, effort_default: effort } = thinking;
  if (state === "off" && modes.includes("none")) return { modes, default: "none", source };
  const stated = effort === null || effort === undefined ? undefined : modeOf(effort);
  if (stated !== undefined && modes.includes(stated)) return { modes, default: stated, source };
  if (modes.length === 1) return { modes, default: modes[0]!, source };
  const rule = modeRuleOf(id);
  const isFresh = rule !== undefined && (released ?? "9") <= RULES_DAY;
  const wanted = rule?.default ?? (state === "on" || state === "adaptive" ? "high" : "thinking");
  const standard =
    [wanted, "thinking" as const, "medium" as const, "high" as const].find((mode) => modes.includes(mode)) ??
    modes[0]!;
  return {
    modes,
    default: standard,
    source: rule?.source ?? source,
    ...(isFresh ? {} : { isGuessed: true }),
  };
}

/** A model without any thought. */
const isPlain = ({ thinking, id }: StatedFacts): boolean =>
  thinking !== null &&
  thinking.default === "off" &&
  thinking.modes?.length === 1 &&
  thinking.modes[0] === "off" &&
  !/^qwen\/qwen-plus|chat$/.test(id);

/** Models whose tools work at one door alone. */
const TOOL_DOORS: Readonly<Record<string, Accepts["tools"]>> = {
  "openai/gpt-6.1-terra": "responses",
  "openai/gpt-6-luna": "chat_without_thought",
};
const NO_FORCED_TOOL = new Set(["anthropic/claude-fable-5.1", "anthropic/claude-sonnet-5.5"]);
const EFFORT_WORDS = new Set("none minimal low medium high xhigh max between_tools".split(" "));

function acceptsOf({ id, vendor, thinking, predecessor: _p }: StatedFacts): Accepts | undefined {
  const words = thinking?.modes ?? [];
  const efforts = words.filter((word) => EFFORT_WORDS.has(word));
  const isClaude = vendor === "anthropic" && thinking !== null && words.length > 1;
  const forms = isClaude
    ? [
        ...(thinking.can_be_off === true ? (["disabled"] as const) : []),
        ...(words.includes("adaptive") || thinking.default === "adaptive" ? (["adaptive"] as const) : []),
        ...(words.includes("extended") ? (["enabled"] as const) : []),
      ]
    : undefined;
  const accepts: Accepts = compact({
    thinking: forms,
    canBeOff: thinking?.can_be_off,
    efforts: efforts.length === 0 ? undefined : efforts,
    tools: TOOL_DOORS[id],
    forcedTool: NO_FORCED_TOOL.has(id) ? false : undefined,
  });
  return Object.keys(accepts).length === 0 ? undefined : accepts;
}

function withoutThinking({ thinking: _thinking, ...record }: CatalogRecord): CatalogRecord {
  return { ...record, isReasoning: false, isReasoningByDefault: false };
}

/** @param record what the card of the model, or its name alone, gives */
export function layFacts(record: CatalogRecord, facts: StatedFacts): CatalogRecord {
  const thinking = thinkingOf(facts);
  const yes = listOr(modalities(facts, true)) ?? record.inputModalities ?? [];
  const refused = [...(record.refusedModalities ?? []), ...modalities(facts, false)];
  const price = priceOf(facts);
  const laid = {
    ...record,
    name: facts.name,
    ...compact({
      releasedOn: facts.released,
      predecessor: facts.predecessor,
      successor: facts.successor,
      contextTokens: facts.context?.window,
      maxInputTokens: facts.context?.input_max,
      maxOutputTokens: facts.context?.output_max,
      inputModalities: listOr(yes),
      refusedModalities: [...new Set(refused)].filter((modality) => !yes.includes(modality)),
      supportsTools: facts.tools,
      supportsStructuredOutput: facts.structured_output,
      isOpenWeights: facts.open_weights,
      paramsB: facts.params_b,
      activeParamsB: facts.active_params_b,
      accepts: acceptsOf(facts),
      price,
    }),
    sources: statedSources(facts),
    asOf: facts.as_of,
    confidence: facts.confidence,
  };
  if (thinking === undefined) return isPlain(facts) ? withoutThinking(laid) : laid;
  return { ...laid, isReasoning: true, isReasoningByDefault: thinking.default !== "none", thinking };
}
