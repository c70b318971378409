// One call of the routed chat model: what is asked of the service, and how the chosen model is called.
import type { BaseChatModelCallOptions, BindToolsInput } from "@langchain/core/language_models/chat_models";
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import type { AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import type { Runnable } from "@langchain/core/runnables";

import type { Asked } from "../adapters/ask-routed.ts";
import { pickWishes, type RoutingOptions, type RoutingWishes } from "../adapters/routing-options.ts";
import { previousSession, messagesToWire, toolsToWire } from "./messages-to-wire.ts";
import type { ChatEntry } from "./chat-entry.ts";

export interface Router {
  readonly entries: readonly ChatEntry[];
  readonly options: RoutingOptions;
}

/** Options of one call; all others are passed to the chosen model. */
export interface RoutedCallOptions extends BaseChatModelCallOptions {
  tools?: BindToolsInput[];
  /** Wishes for this call. */
  signalbox?: RoutingWishes;
}

type ParsedOptions = Omit<RoutedCallOptions, "callbacks" | "tags" | "metadata" | "runName" | "runId">;

export interface Question {
  readonly messages: readonly BaseMessage[];
  readonly options: ParsedOptions;
  /** Whether the answer must fit a schema. */
  readonly isStructured?: boolean;
}

export function toAsked(
  { entries, options }: Router,
  { messages, options: call, isStructured = false }: Question,
): Asked<ChatEntry> {
  return {
    options,
    candidates: entries,
    messages: messagesToWire(messages),
    tools: toolsToWire(call.tools ?? []),
    format: isStructured ? { type: "json_schema" } : undefined,
    wishes: pickWishes({ ...call.signalbox }),
    session: previousSession(messages),
    signal: call.signal,
  };
}

type MessageRunnable = Runnable<BaseLanguageModelInput, AIMessageChunk>;

interface MemberCall {
  readonly runnable: MessageRunnable;
  readonly config: Partial<BaseChatModelCallOptions>;
}

/** The chosen model with the tools in its provider's form. @throws Error when it cannot take tools */
export function memberCall(
  { chatModel }: ChatEntry,
  options: ParsedOptions,
  signal: AbortSignal,
): MemberCall {
  const { tools, tool_choice: choice, signalbox: _wishes, timeout: _timeout, ...others } = options;
  // The run that callbacks see is ours; with the member's own they would see every token twice.
  const config = { ...others, signal, callbacks: [] };
  if (tools === undefined || tools.length === 0) return { runnable: chatModel, config };
  if (chatModel.bindTools === undefined) throw new Error("This chat model cannot bind tools.");
  const bound = chatModel.bindTools(tools, choice === undefined ? {} : { tool_choice: choice });
  return { runnable: bound, config };
}
