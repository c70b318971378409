// A chat model of LangChain that chooses among the caller's own and passes each call on to the one that is chosen.
// The one class of the adapters: LangChain knows a chat model by its base class.

import type { CallbackManagerForLLMRun } from "@langchain/core/callbacks/manager";
import type {
  BaseLanguageModelInput,
  StructuredOutputMethodOptions,
} from "@langchain/core/language_models/base";
import {
  BaseChatModel,
  type BindToolsInput,
  type BaseChatModelCallOptions,
} from "@langchain/core/language_models/chat_models";
import {
  type AIMessageChunk,
  type BaseMessage,
  type UsageMetadata,
  AIMessage,
  ToolMessage,
} from "@langchain/core/messages";
import { ChatGenerationChunk, type ChatResult } from "@langchain/core/outputs";
import { type Runnable, RunnableLambda, type RunnableConfig } from "@langchain/core/runnables";
import { openUntil } from "../adapters/open-until.ts";
import { answerMetadata, askRouted, type Asked, type AnswerMetadata } from "../adapters/ask-routed.ts";
import {
  pickCallOptions,
  pickWishes,
  type RoutingOptions,
  type RoutingWishes,
  assertSetup,
  setupError,
} from "../adapters/routing-options.ts";
import type { SerializableSchema } from "@langchain/core/utils/standard_schema";
import type { ZodV3Like, ZodV4Like } from "@langchain/core/utils/types";
import { convertToOpenAITool, isLangChainTool } from "@langchain/core/utils/function_calling";
import type { MessageWire, ToolWire, ProviderWire } from "@signalbox/contracts";
import type { ModelUsage } from "../call/chunk-source.ts";
import { labelOf } from "../select/candidates.ts";

/**
 * A chat model that asks Signalbox which of `models` to use; it replaces any chat model. Down the ranking while
 * models fail, until there is content. The call option `signalbox` wishes differently for one call;
 * `response_metadata.signalbox` of an answer tells label, origin and session.
 * @throws SignalboxApiError bad_request for no models, one that tells no name, or two with one label; unlisted_label for a
 *   fallback that is none of them
 */
export function signalboxChat(
  models: readonly (BaseChatModel | ChatEntry)[],
  options: RoutingOptions,
): RoutedChatModel {
  return new RoutedChatModel({ entries: toEntries(models, options), options });
}

// The caller's chat models as candidates of a selection.

/** A chat model with what is known of it: a name, prices, latency, attributes. */
export interface ChatEntry extends ProviderWire {
  readonly chatModel: BaseChatModel;
}

const isEntry = (model: BaseChatModel | ChatEntry): model is ChatEntry => "chatModel" in model;

function toEntry(model: BaseChatModel | ChatEntry): ChatEntry {
  if (!isEntry(model)) return toEntry({ chatModel: model });
  // The parameters for tracers are the one place where every chat model names its model.
  const { ls_provider: provider, ls_model_name: name } = model.chatModel.getLsParams({});
  return { ...(name !== undefined && { provider: provider ?? null, model: name }), ...model };
}

/** @throws SignalboxApiError bad_request for no models, one that tells no name, or two with one label; unlisted_label */
export function toEntries(
  models: readonly (BaseChatModel | ChatEntry)[],
  options: RoutingOptions,
): readonly ChatEntry[] {
  const entries = models.map(toEntry);
  const labels = entries.map((entry) => labelOf(entry));
  const nameless = labels.indexOf(undefined);
  if (nameless >= 0)
    throw setupError(
      `Chat model ${nameless + 1} does not tell which model it calls. List it as { chatModel, name } or with a \`model\`.`,
    );
  assertSetup(
    labels.flatMap((label) => label ?? []),
    options,
  );
  return entries;
}

// LangChain's messages and tools as members of a selection request. Payloads of images, audio and files stay behind.

// The facts that a routed message states about its choice. It stays with the message, so that a conversation that the caller
// keeps is linked to its session without any memory here.
const NAMESPACE = "signalbox";

/** The message itself, marked: LangChain adds to the metadata of messages in the same way. */
function markMessage<M extends BaseMessage>(message: M, metadata: AnswerMetadata): M {
  message.response_metadata = { ...message.response_metadata, [NAMESPACE]: metadata };
  return message;
}

/** The contents of `response_metadata.signalbox` of a message; undefined when it was not routed. */
export function routingOf(message: BaseMessage): AnswerMetadata | undefined {
  const metadata: Readonly<Record<string, unknown>> = message.response_metadata;
  return metadata[NAMESPACE] as AnswerMetadata | undefined;
}

/** The session of the newest message that was chosen through Signalbox. */
function previousSession(messages: readonly BaseMessage[]): string | undefined {
  const sessions = messages.map((message) => routingOf(message)?.sessionId);
  return sessions.findLast((sessionId) => typeof sessionId === "string");
}

function readTokens(message: BaseMessage): ModelUsage | undefined {
  // Its type hangs on the structure of the message, which nothing is known of here.
  const usage = Reflect.get(message, "usage_metadata") as UsageMetadata | undefined;
  return usage && { input_tokens: usage.input_tokens, output_tokens: usage.output_tokens };
}

type Content = Exclude<MessageWire["content"], undefined>;
type WirePart = Extract<Content, readonly unknown[]>[number];

const ROLES: Readonly<Record<string, string>> = { human: "user", ai: "assistant" };
const PART_TYPES: Readonly<Record<string, string>> = {
  image: "image_url",
  audio: "input_audio",
  video: "video_url",
};

function toPart(block: { readonly type?: unknown; readonly text?: unknown }): WirePart {
  if (typeof block.text === "string") return { type: "text", text: block.text };
  const type = typeof block.type === "string" ? block.type : "file";
  return { type: PART_TYPES[type] ?? type };
}

function toContent({ content }: BaseMessage): Content {
  return typeof content === "string" ? content : content.map(toPart);
}

function toMessage(message: BaseMessage): MessageWire {
  const role = ROLES[message.type] ?? message.type;
  const plain: MessageWire = { role, content: toContent(message) };
  if (ToolMessage.isInstance(message)) return { ...plain, tool_call_id: message.tool_call_id };
  if (!AIMessage.isInstance(message)) return plain;
  const calls = message.tool_calls ?? [];
  if (calls.length === 0) return plain;
  const toolCalls = calls.map(({ id, name, args }) => ({
    id: id ?? null,
    type: "function",
    function: { name, arguments: JSON.stringify(args) },
  }));
  return { ...plain, tool_calls: toolCalls };
}

export const messagesToWire = (messages: readonly BaseMessage[]): MessageWire[] => messages.map(toMessage);

/** Tools in the form of one provider are sent as they are; the service reads what it knows of them. */
function toolsToWire(tools: readonly BindToolsInput[]): ToolWire[] {
  return tools.map((tool) => (isLangChainTool(tool) ? convertToOpenAITool(tool) : tool) as ToolWire);
}

// One call of the routed chat model: what is asked of the service, and how the chosen model is called.

interface Router {
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

interface Question {
  readonly messages: readonly BaseMessage[];
  readonly options: ParsedOptions;
  /** Whether the answer must fit a schema. */
  readonly isStructured?: boolean;
}

function toAsked(
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
function memberCall({ chatModel }: ChatEntry, options: ParsedOptions, signal: AbortSignal): MemberCall {
  const { tools, tool_choice: choice, signalbox: _wishes, timeout: _timeout, ...others } = options;
  // The run that callbacks see is ours; with the member's own they would see every token twice.
  const config = { ...others, signal, callbacks: [] };
  if (tools === undefined || tools.length === 0) return { runnable: chatModel, config };
  if (chatModel.bindTools === undefined) throw new Error("This chat model cannot bind tools.");
  const bound = chatModel.bindTools(tools, choice === undefined ? {} : { tool_choice: choice });
  return { runnable: bound, config };
}

// Structured output, by the means of whichever model is chosen. An answer that does not fit the schema counts as none, so
// that the next model is asked.

type Members = Record<string, unknown>;

/** A schema of zod, of another library with the standard interface, or in JSON. */
type Schema<T extends Members> = SerializableSchema<T> | ZodV4Like<T> | ZodV3Like<T> | Members;

interface RawOutput<T extends Members> {
  raw: BaseMessage;
  parsed: T;
}

interface RawAnswer {
  readonly raw: BaseMessage;
  readonly parsed: Members | null;
}

function assertFits(answer: RawAnswer, includesRaw: boolean): RawAnswer {
  if (answer.parsed === null && !includesRaw) throw new Error("The answer does not fit the schema.");
  return answer;
}

interface Structuring {
  readonly schema: Schema<Members>;
  readonly config: StructuredOutputMethodOptions<boolean> | undefined;
  readonly toMessages: (input: BaseLanguageModelInput) => BaseMessage[];
}

/** With `includeRaw` the outcome is `{ raw, parsed }`, where `parsed` may be null; else what fits the schema. */
function routeStructured<T extends Members>(
  router: Router,
  { schema, config = {}, toMessages }: Structuring,
): Runnable<BaseLanguageModelInput, T | RawOutput<T>> {
  const includesRaw = config.includeRaw === true;
  const { options } = router;
  const ask = async (
    input: BaseLanguageModelInput,
    { signal, callbacks }: RunnableConfig,
  ): Promise<T | RawOutput<T>> => {
    const messages = toMessages(input);
    const question = { messages, options: signal === undefined ? {} : { signal }, isStructured: true };
    const answer = await askRouted(toAsked(router, question), (request) =>
      options.client.chat(
        request,
        async ({ chatModel }, _request, context) => {
          const bound = chatModel.withStructuredOutput(schema, { ...config, includeRaw: true });
          const { signal: limited } = context;
          const called = await bound.invoke(messages, {
            signal: limited,
            ...(callbacks !== undefined && { callbacks }),
          });
          return assertFits(called, includesRaw);
        },
        { ...pickCallOptions(options, signal), usageOf: ({ raw }) => readTokens(raw) },
      ),
    );
    const { raw, parsed } = answer.value;
    markMessage(raw, answerMetadata(answer));
    return (includesRaw ? { raw, parsed } : parsed) as T | RawOutput<T>;
  };
  return RunnableLambda.from<BaseLanguageModelInput, T | RawOutput<T>>(ask).withConfig({
    runName: "SignalboxStructured",
  });
}

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
