// What a routed message says of its choice. It stays with the message, so that a conversation that the caller keeps is
// linked to its session without any memory here.
import type { BaseMessage, UsageMetadata } from "@langchain/core/messages";

import type { AnswerMetadata } from "../adapters/answer-metadata.ts";
import type { ModelUsage } from "../call/usage.ts";

const NAMESPACE = "signalbox";

/** The message itself, marked: LangChain adds to the metadata of messages in the same way. */
export function markMessage<M extends BaseMessage>(message: M, metadata: AnswerMetadata): M {
  message.response_metadata = { ...message.response_metadata, [NAMESPACE]: metadata };
  return message;
}

/** What `response_metadata.signalbox` of a message says; undefined when it was not routed. */
export function routingOf(message: BaseMessage): AnswerMetadata | undefined {
  const metadata: Readonly<Record<string, unknown>> = message.response_metadata;
  return metadata[NAMESPACE] as AnswerMetadata | undefined;
}

/** The session of the newest message that was chosen through Signalbox. */
export function previousSession(messages: readonly BaseMessage[]): string | undefined {
  const sessions = messages.map((message) => routingOf(message)?.sessionId);
  return sessions.findLast((sessionId) => typeof sessionId === "string");
}

export function readTokens(message: BaseMessage): ModelUsage | undefined {
  // Its type hangs on the structure of the message, which nothing is known of here.
  const usage = Reflect.get(message, "usage_metadata") as UsageMetadata | undefined;
  return usage && { input_tokens: usage.input_tokens, output_tokens: usage.output_tokens };
}
