// Whose price stands for a model: the host that the spelling names, else its own vendor, else the first host of the list.
import type { ModelPrices } from "@signalbox/contracts";
import type { RecordedPrice } from "../catalog-record.ts";
import type { BookEntry } from "./price-book.ts";

/** Vendor of the catalogue -> host of the price package that sells its models first-hand. */
const HOST_BY_VENDOR: Readonly<Record<string, string>> = {
  openai: "openai",
  anthropic: "anthropic",
  google: "google",
  xai: "x-ai",
  mistral: "mistral",
  deepseek: "deepseek",
  cohere: "cohere",
  moonshotai: "moonshotai",
  minimax: "minimax",
  zai: "zai",
  perplexity: "perplexity",
  amazon: "aws",
};

const HOST_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^together/, "together"],
  [/^fireworks/, "fireworks"],
  [/bedrock|^aws$|^amazon/, "aws"],
  [/^azure/, "azure"],
  [/vertex|^gemini$|^google/, "google"],
  [/^openrouter$/, "openrouter"],
  [/^novita/, "novita"],
  [/^(?:cloudflare|workers-ai|cf)$/, "cloudflare"],
  [/^github/, "github-copilot"],
];

/** Host of the price package for a word of a spelling; the word itself when no pattern knows better. */
export function priceHostOf(word: string): string {
  const known = HOST_BY_VENDOR[word] ?? HOST_PATTERNS.find(([pattern]) => pattern.test(word))?.[1];
  return known ?? word;
}

export interface PriceChoice {
  readonly vendor: string;
  readonly entries: readonly BookEntry[];
  readonly recorded: RecordedPrice | undefined;
  /** Version of the price package, for the source. */
  readonly bookVersion: string;
}

function pricesOf(entry: BookEntry, bookVersion: string): ModelPrices {
  return { ...entry.price, source: `${bookVersion} (${entry.host})` };
}

/** The entry of one host; undefined when that host's price is not known. */
export function priceAtHost(choice: PriceChoice, host: string): ModelPrices | undefined {
  const entry = choice.entries.find((each) => each.host === host);
  return entry === undefined ? undefined : pricesOf(entry, choice.bookVersion);
}

/** The price that stands when no host is named; undefined when nobody's price is known. Free tiers never stand for a model. */
export function standingPrice(choice: PriceChoice): ModelPrices | undefined {
  const own = HOST_BY_VENDOR[choice.vendor];
  const ownPrice = own === undefined ? undefined : priceAtHost(choice, own);
  if (ownPrice !== undefined) return ownPrice;
  const paid = choice.entries.find(({ price }) => (price.outputUsdPerMTok ?? 0) > 0);
  return paid === undefined ? choice.recorded : pricesOf(paid, choice.bookVersion);
}
