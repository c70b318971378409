// Lists of models and prices that others keep, in their own forms: LiteLLM's price map, models.dev, OpenRouter's models. Each is
// read into listed models, which become entries of the price book and, where a model is new, records of the catalogue.
import { isRecord, type FieldError, type Modality } from "@signalbox/contracts";

import { priceHostOf } from "../host-words.ts";

type Json = Readonly<Record<string, unknown>>;

/** Names of the price package: USD per 1M tokens, or per 1,000 calls. */
type Meter =
  | "input_mtok"
  | "cache_read_mtok"
  | "cache_write_mtok"
  | "output_mtok"
  | "input_audio_mtok"
  | "requests_kcount";
type Amounts = Readonly<Partial<Record<Meter, number>>>;

export interface ListedModel {
  /** As the price lists call it. */
  readonly host: string;
  /** The host's own name of the model. */
  readonly name: string;
  readonly prices: Amounts;
  readonly tiers: readonly { readonly start: number; readonly prices: Amounts }[];
  readonly contextTokens?: number;
  readonly maxOutputTokens?: number;
  readonly inputModalities?: readonly Modality[];
  readonly supportsTools?: boolean;
  readonly isReasoning?: boolean;
  /** ISO day. */
  readonly releasedOn?: string;
  /** ISO day on which the host ends it. */
  readonly shutsDownOn?: string;
}

interface Reading {
  readonly nowMs: number;
  readonly faults: FieldError[];
}

const NAME_CHARS_MAX = 160;
const USD_PER_MTOK_MAX = 1e6;
const TOKENS_PER_PRICE = 1e6;
const MODALITIES: Readonly<Record<string, Modality>> = {
  text: "text",
  image: "image",
  audio: "audio",
  video: "video",
  pdf: "file",
  file: "file",
};

const FIX = "Fetch the list again; nothing of it is taken until every line is sound.";

/** A price as a number or a text of digits, times a scale; undefined where none is stated. */
function amountAt(
  holder: Json,
  name: string,
  { place, scale, reading }: { place: string; scale: number; reading: Reading },
) {
  const stated = holder[name];
  if (stated === undefined || stated === null || stated === "") return undefined;
  const amount = Number(stated) * scale;
  if (amount >= 0 && amount <= USD_PER_MTOK_MAX) return Number(amount.toPrecision(12));
  const message = amount < 0 ? "The price is negative." : "It is no price.";
  reading.faults.push({ location: `${place}.${name}`, message, fix: FIX });
  return undefined;
}

type Names = Readonly<Partial<Record<Meter, string>>>;

interface Place {
  readonly place: string;
  readonly scale: number;
  readonly reading: Reading;
}

function amountsOf(holder: Json, names: Names, at: Place): Amounts {
  return Object.fromEntries(
    Object.entries(names).flatMap(([field, name]) => {
      const scale = field === "requests_kcount" ? at.scale / 1000 : at.scale;
      const amount = amountAt(holder, name, { ...at, scale });
      return amount === undefined ? [] : [[field, amount] as const];
    }),
  );
}

const tokensOf = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isInteger(value) && value > 0 ? value : undefined;

/** An ISO day; one that is still to come is a fault of the list or of this machine's clock. */
function dayOf(value: unknown, { place, reading }: Pick<Place, "place" | "reading">): string | undefined {
  const ms =
    typeof value === "number" ? value * 1000 : typeof value === "string" ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(ms)) return undefined;
  const day = new Date(ms).toISOString().slice(0, 10);
  if (ms <= reading.nowMs + 86_400_000) return day;
  reading.faults.push({
    location: place,
    message: `Its release, ${day}, is in the future.`,
    fix: "Check the list, and this machine's clock.",
  });
  return undefined;
}

/** A day to come is what an end is. */
const endDayOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^20\d\d-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

const kindsOf = (value: unknown): readonly Modality[] | undefined =>
  Array.isArray(value)
    ? [...new Set(value.flatMap((name) => (typeof name === "string" ? (MODALITIES[name] ?? []) : [])))]
    : undefined;

const optional = <T extends object>(members: { [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as T;

type Facts = Omit<ListedModel, "host" | "name" | "prices" | "tiers">;

const LITELLM: Names = {
  input_mtok: "input_cost_per_token",
  cache_read_mtok: "cache_read_input_token_cost",
  cache_write_mtok: "cache_creation_input_token_cost",
  output_mtok: "output_cost_per_token",
  input_audio_mtok: "input_cost_per_audio_token",
  requests_kcount: "input_cost_per_request",
};
const LITELLM_TIER = /^input_cost_per_token_above_(\d+)k_tokens$/;
const CHATS = new Set<unknown>([undefined, "chat", "completion", "responses"]);

function readLiteLlm(list: Json, reading: Reading): ListedModel[] {
  return Object.entries(list).flatMap(([key, entry]) => {
    if (key === "sample_spec" || !isRecord(entry) || !CHATS.has(entry["mode"])) return [];
    const provider = entry["litellm_provider"];
    if (typeof provider !== "string" || entry["input_cost_per_token"] === undefined) return [];
    const at = { place: key, scale: TOKENS_PER_PRICE, reading };
    const tiers = Object.keys(entry).flatMap((name) => {
      const [, thousands] = LITELLM_TIER.exec(name) ?? [];
      if (thousands === undefined) return [];
      const suffix = `_above_${thousands}k_tokens`;
      const names = Object.fromEntries(
        Object.entries(LITELLM).map(([field, base]) => [field, base + suffix]),
      ) as Names;
      return [{ start: Number(thousands) * 1000, prices: amountsOf(entry, names, at) }];
    });
    const image = entry["supports_vision"] === true ? ["image"] : [];
    const pdf = entry["supports_pdf_input"] === true ? ["pdf"] : [];
    const facts = optional<Facts>({
      contextTokens: tokensOf(entry["max_input_tokens"]),
      maxOutputTokens: tokensOf(entry["max_output_tokens"]),
      inputModalities: image.length + pdf.length > 0 ? kindsOf(["text", ...image, ...pdf]) : undefined,
      supportsTools: entry["supports_function_calling"] === true ? true : undefined,
      isReasoning: entry["supports_reasoning"] === true ? true : undefined,
      releasedOn: undefined,
      shutsDownOn: endDayOf(entry["deprecation_date"]),
    });
    const name = key.startsWith(`${provider}/`) ? key.slice(provider.length + 1) : key;
    return [
      {
        host: priceHostOf(provider.split("-")[0]!),
        name,
        prices: amountsOf(entry, LITELLM, at),
        tiers,
        ...facts,
      },
    ];
  });
}

const MODELS_DEV: Names = {
  input_mtok: "input",
  cache_read_mtok: "cache_read",
  cache_write_mtok: "cache_write",
  output_mtok: "output",
  input_audio_mtok: "input_audio",
};

function readModelsDev(list: Json, reading: Reading): ListedModel[] {
  const modelsOf = (provider: unknown): Json =>
    isRecord(provider) && isRecord(provider["models"]) ? provider["models"] : {};
  return Object.entries(list).flatMap(([provider, held]) =>
    Object.entries(modelsOf(held)).flatMap(([name, entry]) => {
      if (!isRecord(entry) || !isRecord(entry["cost"])) return [];
      const { cost, limit, modalities, tool_call: tools, reasoning } = entry;
      const at = { place: `${provider}.${name}`, scale: 1, reading };
      const tiers = Object.entries(cost).flatMap(([member, above]) => {
        const [, thousands] = /^context_over_(\d+)k$/.exec(member) ?? [];
        if (thousands === undefined || !isRecord(above)) return [];
        return [{ start: Number(thousands) * 1000, prices: amountsOf(above, MODELS_DEV, at) }];
      });
      const limits = isRecord(limit) ? limit : {};
      const facts = optional<Facts>({
        contextTokens: tokensOf(limits["context"]),
        maxOutputTokens: tokensOf(limits["output"]),
        inputModalities: kindsOf(isRecord(modalities) ? modalities["input"] : undefined),
        supportsTools: typeof tools === "boolean" ? tools : undefined,
        isReasoning: typeof reasoning === "boolean" ? reasoning : undefined,
        releasedOn: dayOf(entry["release_date"], at),
      });
      return [
        { host: priceHostOf(provider), name, prices: amountsOf(cost, MODELS_DEV, at), tiers, ...facts },
      ];
    }),
  );
}

const OPENROUTER: Names = {
  input_mtok: "prompt",
  cache_read_mtok: "input_cache_read",
  cache_write_mtok: "input_cache_write",
  output_mtok: "completion",
  input_audio_mtok: "audio",
  requests_kcount: "request",
};

function readOpenRouter(list: readonly unknown[], reading: Reading): ListedModel[] {
  const seen = new Set<string>();
  return list.filter(isRecord).flatMap((entry) => {
    const { id: name, pricing, architecture, supported_parameters: parameters } = entry;
    if (typeof name !== "string" || !isRecord(pricing)) return [];
    if (seen.has(name))
      reading.faults.push({ location: name, message: "Two models have this name.", fix: FIX });
    seen.add(name);
    // Its own routers have no price of their own, which it writes as -1.
    if (name.startsWith("openrouter/")) return [];
    const at = { place: name, scale: TOKENS_PER_PRICE, reading };
    const above = Array.isArray(pricing["overrides"])
      ? (pricing["overrides"] as unknown[]).filter(isRecord)
      : [];
    const tiers = above.flatMap((tier) => {
      const start = tokensOf(tier["min_prompt_tokens"]);
      return start === undefined ? [] : [{ start, prices: amountsOf(tier, OPENROUTER, at) }];
    });
    const top = isRecord(entry["top_provider"]) ? entry["top_provider"] : {};
    const facts = optional<Facts>({
      contextTokens: tokensOf(entry["context_length"]),
      maxOutputTokens: tokensOf(top["max_completion_tokens"]),
      inputModalities: kindsOf(isRecord(architecture) ? architecture["input_modalities"] : undefined),
      supportsTools: Array.isArray(parameters) ? parameters.includes("tools") : undefined,
      isReasoning: Array.isArray(parameters) ? parameters.includes("reasoning") : undefined,
      releasedOn: dayOf(entry["created"], at),
    });
    return [{ host: "openrouter", name, prices: amountsOf(pricing, OPENROUTER, at), tiers, ...facts }];
  });
}

export type ListForm = "LiteLLM" | "models.dev" | "OpenRouter";

/** The form of a parsed list by the members that only it has; undefined for others. */
export function formOfList(value: unknown): ListForm | undefined {
  if (!isRecord(value)) return undefined;
  const { data } = value;
  if (Array.isArray(data) && data.some((entry) => isRecord(entry) && isRecord(entry["pricing"])))
    return "OpenRouter";
  const entries = Object.values(value).filter(isRecord);
  if (entries.some((entry) => typeof entry["litellm_provider"] === "string")) return "LiteLLM";
  return entries.length > 0 && entries.every((entry) => isRecord(entry["models"])) ? "models.dev" : undefined;
}

/** @returns the models with their faults, one a line of the list */
export function readCommonList(
  form: ListForm,
  value: unknown,
  nowMs: number,
): { readonly models: readonly ListedModel[]; readonly faults: readonly FieldError[] } {
  const reading: Reading = { nowMs, faults: [] };
  const list = value as Json;
  const models =
    form === "LiteLLM"
      ? readLiteLlm(list, reading)
      : form === "models.dev"
        ? readModelsDev(list, reading)
        : readOpenRouter(list["data"] as unknown[], reading);
  for (const { name } of models)
    if (name.length > NAME_CHARS_MAX)
      reading.faults.push({
        location: `${name.slice(0, 40)}...`,
        message: `The name has ${name.length} characters; ${NAME_CHARS_MAX} are the most.`,
        fix: FIX,
      });
  return { models: models.filter(({ prices }) => prices.input_mtok !== undefined), faults: reading.faults };
}
