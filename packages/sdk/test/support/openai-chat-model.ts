// A chat model of LangChain over the OpenAI wire, as a provider's package has one: real requests, whole and streamed.
import type { BaseLanguageModelInput } from "@langchain/core/language_models/base";
import {
  BaseChatModel,
  type BaseChatModelCallOptions,
  type BindToolsInput,
  type LangSmithParams,
} from "@langchain/core/language_models/chat_models";
import { AIMessageChunk, type BaseMessage, type UsageMetadata } from "@langchain/core/messages";
import type { ToolCallChunk } from "@langchain/core/messages/tool";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";
import { convertToOpenAITool } from "@langchain/core/utils/function_calling";
import OpenAI from "openai";

import { messagesToWire } from "../../src/langchain/routed-chat-model.ts";

interface Options extends BaseChatModelCallOptions {
  tools?: OpenAI.ChatCompletionTool[];
  temperature?: number;
}

/** Only the first event of a call has its id and name. */
function toCallChunk(call: OpenAI.ChatCompletionChunk.Choice.Delta.ToolCall): ToolCallChunk {
  const chunk: ToolCallChunk = { index: call.index, args: call.function?.arguments ?? "" };
  if (call.id !== undefined) chunk.id = call.id;
  if (call.function?.name !== undefined) chunk.name = call.function.name;
  return chunk;
}

export class OpenAIChatModel extends BaseChatModel<Options> {
  readonly #openai: OpenAI;
  readonly #model: string;

  constructor(baseURL: string, model: string) {
    super({});
    this.#openai = new OpenAI({ baseURL, apiKey: "provider-key", maxRetries: 0 });
    this.#model = model;
  }

  override _llmType(): string {
    return "openai";
  }

  override getLsParams(): LangSmithParams {
    return { ls_provider: "openai", ls_model_name: this.#model, ls_model_type: "chat" };
  }

  override bindTools(tools: BindToolsInput[]): Runnable<BaseLanguageModelInput, AIMessageChunk, Options> {
    return this.withConfig({ tools: tools.map((tool) => convertToOpenAITool(tool)) });
  }

  #request(messages: BaseMessage[], { tools, temperature }: Options) {
    return {
      model: this.#model,
      messages: messagesToWire(messages) as OpenAI.ChatCompletionMessageParam[],
      ...(tools !== undefined && { tools }),
      ...(temperature !== undefined && { temperature }),
    };
  }

  override async _generate(messages: BaseMessage[], options: Options): Promise<ChatResult> {
    const { signal } = options;
    const body = this.#request(messages, options);
    const { choices, usage } = await this.#openai.chat.completions.create(body, { signal: signal ?? null });
    const [choice] = choices;
    const content = choice?.message.content ?? "";
    const calls = (choice?.message.tool_calls ?? []).flatMap((call) =>
      call.type === "function" ? [{ ...call.function, id: call.id, index: 0 }] : [],
    );
    const message = new AIMessageChunk({
      content,
      tool_call_chunks: calls.map(({ id, index, name, arguments: args }) => ({ id, index, name, args })),
    });
    const tokens: UsageMetadata = {
      input_tokens: usage?.prompt_tokens ?? 0,
      output_tokens: usage?.completion_tokens ?? 0,
      total_tokens: usage?.total_tokens ?? 0,
    };
    Object.assign(message, { usage_metadata: tokens });
    return { generations: [{ text: content, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: Options,
  ): AsyncGenerator<ChatGenerationChunk> {
    const body = { ...this.#request(messages, options), stream: true } as const;
    const stream = await this.#openai.chat.completions.create(body, { signal: options.signal ?? null });
    for await (const { choices } of stream) {
      const { content, tool_calls: calls } = choices[0]?.delta ?? {};
      const chunks = (calls ?? []).map(toCallChunk);
      const message = new AIMessageChunk({ content: content ?? "", tool_call_chunks: chunks });
      yield new ChatGenerationChunk({ message, text: content ?? "" });
    }
  }
}
