// The session of a decision travels with what the model answered: the AI SDK keeps the metadata of content parts and hands
// it back with the next step or turn. So steps are linked without any memory here, across processes too.
import type { LanguageModelV4GenerateResult, SharedV4ProviderMetadata } from "@ai-sdk/provider";

import { answerMetadata, type AnswerMetadata } from "../adapters/ask-routed.ts";
import type { ModelAnswer } from "../call/call-model.ts";
import type { CallOptions, ModelEntry, StreamPart } from "./language-model.ts";

export const NAMESPACE = "signalbox";

type Content = LanguageModelV4GenerateResult["content"][number];
type Mark = SharedV4ProviderMetadata[string];
interface Marked {
  readonly type: string;
  readonly providerMetadata?: SharedV4ProviderMetadata;
}

const MARKED_CONTENT = new Set(["text", "tool-call"]);
/** The AI SDK keeps the last metadata of a text, so its end is marked as well. */
const MARKED_PARTS = new Set(["text-start", "text-end", "tool-call"]);

export function withMark<T extends { readonly providerMetadata?: SharedV4ProviderMetadata }>(
  holder: T,
  mark: Mark,
): T {
  return { ...holder, providerMetadata: { ...holder.providerMetadata, [NAMESPACE]: mark } };
}

export function answerMark(answer: ModelAnswer<ModelEntry>): Mark {
  const { ranking, failed, ...known } = answerMetadata(answer);
  return { ...known, ranking: [...ranking], failed: [...failed] };
}

/** The contents of `providerMetadata.signalbox` of a result or a step; undefined when it was not routed. */
export function routingOf({
  providerMetadata,
}: {
  readonly providerMetadata?: Readonly<Record<string, unknown>> | undefined;
}): AnswerMetadata | undefined {
  return providerMetadata?.[NAMESPACE] as AnswerMetadata | undefined;
}

const sessionMark = (sessionId: string): Mark => ({ sessionId });

export function markContent(content: readonly Content[], sessionId: string | undefined): Content[] {
  if (sessionId === undefined) return [...content];
  const mark = sessionMark(sessionId);
  return content.map((item) => (MARKED_CONTENT.has(item.type) ? withMark(item, mark) : item));
}

export function markPart(part: StreamPart, sessionId: string | undefined): StreamPart {
  if (sessionId === undefined || !MARKED_PARTS.has(part.type)) return part;
  return withMark(part as StreamPart & Marked, sessionMark(sessionId));
}

/** The session of the newest answer in the prompt that was chosen through Signalbox. */
export function previousSession(prompt: CallOptions["prompt"]): string | undefined {
  const answers = prompt.filter((message) => message.role === "assistant");
  for (const { content } of answers.toReversed())
    for (const part of content.toReversed()) {
      const sessionId = part.providerOptions?.[NAMESPACE]?.["sessionId"];
      if (typeof sessionId === "string") return sessionId;
    }
  return undefined;
}
