// All prices of the price package, joined to our ids by exact identity (never by the package's own prefix matching), by host.
import type { ModelInfo, Provider, MatchLogic } from "@pydantic/genai-prices";
import { findProvider } from "@pydantic/genai-prices";
import type { PriceCorrection } from "./price-corrections.data.ts";
import { PRICE_CORRECTIONS } from "./price-corrections.data.ts";
import type { AliasIndex } from "../identity/alias-index.ts";

// Lays the corrections over the price package's own list. A list that an operator gives is taken as it is.
const corrections = new Map(
  PRICE_CORRECTIONS.flatMap((correction) =>
    correction.models.map((model) => [`${correction.host}/${model}`, correction] as const),
  ),
);

function corrected(model: ModelInfo, { prices, isIdAlone = false }: PriceCorrection): ModelInfo {
  const match = isIdAlone ? { equals: model.id } : model.match;
  return { ...model, match, prices: prices as ModelInfo["prices"] };
}

function withCorrections(provider: Provider): Provider {
  const correctionOf = ({ id }: ModelInfo): PriceCorrection | undefined =>
    corrections.get(`${provider.id}/${id}`);
  if (!provider.models.some(correctionOf)) return provider;
  const models = provider.models.map((model) => {
    const correction = correctionOf(model);
    return correction === undefined ? model : corrected(model, correction);
  });
  return { ...provider, models };
}

/** A host's name for a model of ours, and the price that it asks for it, now and later. */
export interface PriceClaim {
  /** Id of the host in the price package, e.g. "groq". */
  readonly host: string;
  readonly model: ModelInfo;
  /** Absent for claims of a price list. */
  readonly source?: string;
}

/** Model id -> one claim a host, in the order of PRICE_HOSTS. */
export type PriceClaims = ReadonlyMap<string, readonly PriceClaim[]>;

/** Hosts of the price package; the order decides the price of a model that its vendor does not sell. */
const PRICE_HOSTS: readonly string[] = [
  ..."openai anthropic google x-ai mistral deepseek cohere moonshotai minimax zai perplexity aws azure".split(
    " ",
  ),
  ..."openrouter together fireworks groq cerebras novita huggingface_together huggingface_nebius".split(" "),
  ..."huggingface_novita huggingface_hyperbolic huggingface_sambanova huggingface_nscale huggingface_cerebras".split(
    " ",
  ),
  ..."huggingface_groq huggingface_fireworks-ai huggingface_ovhcloud huggingface_publicai ovhcloud baseten".split(
    " ",
  ),
  ..."cloudflare avian arcee zhipuai github-copilot modal doubleword".split(" "),
];

export function loadBundledProviders(): readonly Provider[] {
  return PRICE_HOSTS.flatMap((id) => {
    const provider = findProvider({ providerId: id });
    return provider?.id === id ? [withCorrections(provider)] : [];
  });
}

/** Whether the installed list asks that price at that host; an operator's list may ask another one. */
export function isBundledPrice(host: string, { id, prices }: ModelInfo): boolean {
  const provider = findProvider({ providerId: host });
  const installed = provider && withCorrections(provider).models.find((model) => model.id === id);
  return (
    installed !== undefined &&
    (installed.prices === prices || JSON.stringify(installed.prices) === JSON.stringify(prices))
  );
}

function equalNames(match: MatchLogic): readonly string[] {
  if ("equals" in match) return [match.equals];
  return "or" in match ? match.or.flatMap(equalNames) : [];
}

/** The id itself first: a group's id names its main member, the names listed as equal share its price. */
function namesOf(model: ModelInfo): readonly string[] {
  return [model.id, ...equalNames(model.match)];
}

function claimsOf(provider: Provider, index: AliasIndex): ReadonlyMap<string, ModelInfo> {
  const claims = new Map<string, ModelInfo>();
  for (const rank of [0, 1]) {
    for (const model of provider.models) {
      for (const name of rank === 0 ? namesOf(model).slice(0, 1) : namesOf(model).slice(1)) {
        // A variant such as ":free" has its own price; it must not become the model's.
        if (name.includes(":")) continue;
        const id = index.find({ provider: provider.id, model: name })?.id;
        if (id !== undefined && !claims.has(id)) claims.set(id, model);
      }
    }
  }
  return claims;
}

export function claimPrices(providers: readonly Provider[], index: AliasIndex): PriceClaims {
  const claims = new Map<string, PriceClaim[]>();
  for (const provider of providers)
    for (const [id, model] of claimsOf(provider, index))
      claims.set(id, [...(claims.get(id) ?? []), { host: provider.id, model }]);
  return claims;
}
