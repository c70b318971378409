// A chat model of LangChain that chooses among the caller's own and passes each call on to the one that is chosen.
// The one class of the adapters: LangChain knows a chat model by its base class.
import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type {
  BaseLanguageModelInput,
  StructuredOutputMethodOptions,
} from "@langchain/core/language_models/base";
import { BaseChatModel, type BindToolsInput } from "@langchain/core/language_models/chat_models";
import type { AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import type { Runnable } from "@langchain/core/runnables";

import { openUntil } from "../adapters/open-until.ts";
import { answerMetadata, askRouted } from "../adapters/ask-routed.ts";
import { pickCallOptions } from "../adapters/routing-options.ts";
import { markMessage, readTokens } from "./messages-to-wire.ts";
import { memberCall, toAsked, type RoutedCallOptions, type Router } from "./route.ts";
import { routeStructured, type Members, type RawOutput, type Schema } from "./structured-output.ts";

const hasContent = ({ content, tool_call_chunks: calls }: AIMessageChunk): boolean =>
  content.length > 0 || (calls?.length ?? 0) > 0;

/** Callbacks get each token from the one that announces it, which is here the router. */
async function tellToken(chunk: ChatGenerationChunk, runManager?: CallbackManagerForLLMRun): Promise<void> {
  await runManager?.handleLLMNewToken(chunk.text, undefined, undefined, undefined, undefined, { chunk });
}

export class RoutedChatModel extends BaseChatModel<RoutedCallOptions> {
  readonly #router: Router;

  constructor(router: Router) {
    super({});
    this.#router = router;
  }

  static override lc_name(): string {
    return "Signalbox";
  }

  override _llmType(): string {
    return "signalbox";
  }

  override bindTools(
    tools: BindToolsInput[],
    kwargs: Partial<RoutedCallOptions> = {},
  ): Runnable<BaseLanguageModelInput, AIMessageChunk, RoutedCallOptions> {
    return this.withConfig({ ...kwargs, tools });
  }

  override withStructuredOutput<T extends Members>(
    schema: Schema<T>,
    config?: StructuredOutputMethodOptions,
  ): Runnable<BaseLanguageModelInput, T>;
  override withStructuredOutput<T extends Members>(
    schema: Schema<T>,
    config?: StructuredOutputMethodOptions<true>,
  ): Runnable<BaseLanguageModelInput, RawOutput<T>>;
  /** By the chosen model's own means: a schema where its provider knows them, a tool elsewhere. */
  override withStructuredOutput<T extends Members>(
    schema: Schema<T>,
    config?: StructuredOutputMethodOptions<boolean>,
  ): Runnable<BaseLanguageModelInput, T | RawOutput<T>> {
    const toMessages = (input: BaseLanguageModelInput): BaseMessage[] =>
      BaseChatModel._convertInputToPromptValue(input).toChatMessages();
    return routeStructured<T>(this.#router, { schema, config, toMessages });
  }

  override async _generate(messages: BaseMessage[], options: this["ParsedCallOptions"]): Promise<ChatResult> {
    const { client } = this.#router.options;
    const answer = await askRouted(toAsked(this.#router, { messages, options }), (request) =>
      client.chat(
        request,
        async (entry, _request, { signal }) => {
          const { runnable, config } = memberCall(entry, options, signal);
          return runnable.invoke(messages, config);
        },
        { ...pickCallOptions(this.#router.options, options.signal), usageOf: readTokens },
      ),
    );
    const message = markMessage(answer.value, answerMetadata(answer));
    return { generations: [{ text: message.text, message }] };
  }

  override async *_streamResponseChunks(
    messages: BaseMessage[],
    options: this["ParsedCallOptions"],
    runManager?: CallbackManagerForLLMRun,
  ): AsyncGenerator<ChatGenerationChunk> {
    const { client } = this.#router.options;
    const answer = await askRouted(toAsked(this.#router, { messages, options }), (request) =>
      client.stream(
        request,
        async (entry, _request, { signal }) => {
          const { runnable, config } = memberCall(entry, options, signal);
          return openUntil<AIMessageChunk>(await runnable.stream(messages, config), hasContent);
        },
        { ...pickCallOptions(this.#router.options, options.signal), usageOf: readTokens },
      ),
    );
    // Marked once: metadata of chunks is merged, and text would be joined to itself.
    let metadata: ReturnType<typeof answerMetadata> | undefined = answerMetadata(answer);
    for await (const chunk of answer) {
      const message = metadata === undefined ? chunk : markMessage(chunk, metadata);
      metadata = undefined;
      const generated = new ChatGenerationChunk({ message, text: message.text });
      yield generated;
      await tellToken(generated, runManager);
    }
  }
}
