// The language models of the AI SDK. Its majors 5, 6 and 7 speak version 2, 3 and 4 of one interface; a model that only
// chooses and passes on can be of whichever version its members are.
import type {
  LanguageModelV2,
  LanguageModelV3,
  LanguageModelV4,
  LanguageModelV4CallOptions,
} from "@ai-sdk/provider";

export type LanguageModel = LanguageModelV2 | LanguageModelV3 | LanguageModelV4;

/** What the versions have in common is read in the terms of the newest. */
export type CallOptions = LanguageModelV4CallOptions;

/**
 * Options and results go through untouched, so that one code serves every version; the few members that are read here
 * (`prompt`, `tools`, `usage`, stream parts by `type`) are alike in all of them, or read with their differences in mind.
 */
export const asNewest = (model: LanguageModel): LanguageModelV4 => model as LanguageModelV4;

/** "openai.chat" and "openai.responses" are both OpenAI. */
export const vendorOf = ({ provider }: Pick<LanguageModel, "provider">): string =>
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
