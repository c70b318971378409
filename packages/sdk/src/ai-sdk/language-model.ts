// The language models of the AI SDK. Its majors 5, 6 and 7 speak version 2, 3 and 4 of one interface; a model that only
// chooses and passes on can be of whichever version its members are.
import type {
  LanguageModelV4Usage,
  LanguageModelV4StreamPart,
  LanguageModelV2,
  LanguageModelV3,
  LanguageModelV4,
  LanguageModelV4CallOptions,
} from "@ai-sdk/provider";
import type { ProviderWire } from "@signalbox/contracts";
import type { ModelUsage } from "../call/chunk-source.ts";
import { assertSetup, setupError, type RoutingOptions } from "../adapters/routing-options.ts";
import { labelOf } from "../select/candidates.ts";

/** A number by kind in version 2 of the interface, an object with a total from version 3 on. */
function totalOf(tokens: unknown): number | undefined {
  const total = typeof tokens === "object" && tokens !== null && "total" in tokens ? tokens.total : tokens;
  return typeof total === "number" ? total : undefined;
}

export function readTokens(usage: LanguageModelV4Usage): ModelUsage {
  const input = totalOf(usage.inputTokens);
  const output = totalOf(usage.outputTokens);
  return {
    ...(input !== undefined && { input_tokens: input }),
    ...(output !== undefined && { output_tokens: output }),
  };
}

export type StreamPart = LanguageModelV4StreamPart;

/** Stream parts that come before the answer and can be forgotten with the attempt. */
const PREAMBLE: ReadonlySet<StreamPart["type"]> = new Set([
  "stream-start",
  "response-metadata",
  "raw",
  "ping",
]);

/** @throws the provider's fault, which it tells as a part of the stream */
export function hasContent(part: StreamPart): boolean {
  if (part.type === "error") throw part.error;
  return !PREAMBLE.has(part.type);
}

// The caller's models as candidates of a selection.

/** A model with what is known of it: a name, prices, latency, attributes. */
export interface ModelEntry<M extends LanguageModel = LanguageModel> extends ProviderWire {
  readonly languageModel: M;
}

const isEntry = <M extends LanguageModel>(model: M | ModelEntry<M>): model is ModelEntry<M> =>
  "languageModel" in model;

function toEntry<M extends LanguageModel>(model: M | ModelEntry<M>): ModelEntry<M> {
  if (!isEntry(model)) return toEntry<M>({ languageModel: model });
  const { languageModel } = model;
  return { provider: vendorOf(languageModel), model: languageModel.modelId, ...model };
}

/** @throws SignalboxApiError bad_request for no models, two with one label, or models of different versions; unlisted_label */
export function toEntries<M extends LanguageModel>(
  models: readonly (M | ModelEntry<M>)[],
  options: RoutingOptions,
): readonly ModelEntry<M>[] {
  const entries = models.map((model) => toEntry<M>(model));
  assertSetup(
    entries.map((entry) => labelOf(entry) ?? ""),
    options,
  );
  const versions = new Set(entries.map(({ languageModel }) => languageModel.specificationVersion));
  if (versions.size > 1)
    throw setupError(
      `The models implement different versions of the AI SDK's interface (${[...versions].join(", ")}). ` +
        "Update the older provider packages, or wrap their models with `wrapLanguageModel` of `ai`.",
    );
  return entries;
}

export type LanguageModel = LanguageModelV2 | LanguageModelV3 | LanguageModelV4;

/** Options of all versions, read in the terms of the newest. */
export type CallOptions = LanguageModelV4CallOptions;

/**
 * Options and results go through untouched, so that one code serves every version; the few members that are read here
 * (`prompt`, `tools`, `usage`, stream parts by `type`) are alike in all of them, or read with their differences in mind.
 */
export const asNewest = (model: LanguageModel): LanguageModelV4 => model as LanguageModelV4;

/** "openai.chat" and "openai.responses" are both OpenAI. */
const vendorOf = ({ provider }: Pick<LanguageModel, "provider">): string =>
  provider.split(".", 1)[0] ?? provider;

type SupportedUrls = Record<string, RegExp[]>;

/** URLs that every member takes; for all others the AI SDK downloads the file first. Asked before the choice is made. */
export async function sharedUrls(models: readonly LanguageModel[]): Promise<SupportedUrls> {
  const [first = {}, ...others] = await Promise.all(models.map(async (model) => model.supportedUrls));
  const isShared = (mediaType: string, pattern: RegExp): boolean =>
    others.every((urls) => urls[mediaType]?.some((other) => String(other) === String(pattern)) === true);
  return Object.fromEntries(
    Object.entries(first)
      .map(([type, patterns]) => [type, patterns.filter((pattern) => isShared(type, pattern))] as const)
      .filter(([, patterns]) => patterns.length > 0),
  );
}
