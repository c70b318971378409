import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

export type StreamPart = LanguageModelV4StreamPart;

/** What comes before the answer and can be forgotten with the attempt. */
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
