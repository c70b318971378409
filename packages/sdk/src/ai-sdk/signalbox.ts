// A language model of the AI SDK that chooses among the caller's own and passes each call on to the one that is chosen.
// Everything passes through untouched; additions are under `signalbox` in the provider metadata.

import type {
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamResult,
  SharedV4ProviderMetadata,
  LanguageModelV4Usage,
  LanguageModelV4StreamPart,
  LanguageModelV2,
  LanguageModelV3,
  LanguageModelV4,
  LanguageModelV4CallOptions,
} from "@ai-sdk/provider";
import { askRouted, type Asked, answerMetadata, type AnswerMetadata } from "../adapters/ask-routed.ts";
import { openUntil, toReadable } from "../adapters/open-until.ts";
import type { ModelCallContext, ModelAnswer } from "../call/call-model.ts";
import {
  pickCallOptions,
  pickWishes,
  type RoutingOptions,
  assertSetup,
  setupError,
} from "../adapters/routing-options.ts";
import type { MessageWire, ToolWire, ProviderWire } from "@signalbox/contracts";
import type { ModelUsage } from "../call/chunk-source.ts";
import { labelOf } from "../select/candidates.ts";

// The language models of the AI SDK. Its majors 5, 6 and 7 speak version 2, 3 and 4 of one interface; a model that only
// chooses and passes on can be of whichever version its members are.

/** A number by kind in version 2 of the interface, an object with a total from version 3 on. */
function totalOf(tokens: unknown): number | undefined {
  const total = typeof tokens === "object" && tokens !== null && "total" in tokens ? tokens.total : tokens;
  return typeof total === "number" ? total : undefined;
}

function readTokens(usage: LanguageModelV4Usage): ModelUsage {
  const input = totalOf(usage.inputTokens);
  const output = totalOf(usage.outputTokens);
  return {
    ...(input !== undefined && { input_tokens: input }),
    ...(output !== undefined && { output_tokens: output }),
  };
}

type StreamPart = LanguageModelV4StreamPart;

/** Stream parts that come before the answer and can be forgotten with the attempt. */
const PREAMBLE: ReadonlySet<StreamPart["type"]> = new Set([
  "stream-start",
  "response-metadata",
  "raw",
  "ping",
]);

/** @throws the provider's fault, which it tells as a part of the stream */
function hasContent(part: StreamPart): boolean {
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
function toEntries<M extends LanguageModel>(
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
const asNewest = (model: LanguageModel): LanguageModelV4 => model as LanguageModelV4;

/** "openai.chat" and "openai.responses" are both OpenAI. */
const vendorOf = ({ provider }: Pick<LanguageModel, "provider">): string =>
  provider.split(".", 1)[0] ?? provider;

type SupportedUrls = Record<string, RegExp[]>;

/** URLs that every member takes; for all others the AI SDK downloads the file first. Asked before the choice is made. */
async function sharedUrls(models: readonly LanguageModel[]): Promise<SupportedUrls> {
  const [first = {}, ...others] = await Promise.all(models.map(async (model) => model.supportedUrls));
  const isShared = (mediaType: string, pattern: RegExp): boolean =>
    others.every((urls) => urls[mediaType]?.some((other) => String(other) === String(pattern)) === true);
  return Object.fromEntries(
    Object.entries(first)
      .map(([type, patterns]) => [type, patterns.filter((pattern) => isShared(type, pattern))] as const)
      .filter(([, patterns]) => patterns.length > 0),
  );
}

// The prompt of a language model call as messages of a selection request. Bytes of files stay behind: the choice needs to
// know that there is an image, never the image.

type PromptMessage = CallOptions["prompt"][number];
type Part = Exclude<PromptMessage["content"], string>[number];
type ToolResultPart = Extract<Part, { type: "tool-result" }>;
type WirePart = Extract<MessageWire["content"], readonly unknown[]>[number];

const PART_TYPES: readonly (readonly [prefix: string, type: string])[] = [
  ["image", "image_url"],
  ["audio", "input_audio"],
  ["video", "video_url"],
];

function filePart(mediaType: string): WirePart {
  const known = PART_TYPES.find(([prefix]) => mediaType.startsWith(prefix));
  return { type: known?.[1] ?? "file" };
}

function contentParts(parts: readonly Part[]): WirePart[] {
  return parts.flatMap((part): WirePart[] => {
    if (part.type === "text") return [{ type: "text", text: part.text }];
    return part.type === "file" ? [filePart(part.mediaType)] : [];
  });
}

function toolCalls(parts: readonly Part[]): object[] {
  return parts.flatMap((part) =>
    part.type === "tool-call"
      ? [
          {
            id: part.toolCallId,
            type: "function",
            function: { name: part.toolName, arguments: JSON.stringify(part.input) },
          },
        ]
      : [],
  );
}

function resultText({ output }: ToolResultPart): string {
  if (output.type === "text" || output.type === "error-text") return output.value;
  if (output.type === "execution-denied") return output.reason ?? "denied";
  if (output.type !== "content") return JSON.stringify(output.value);
  return output.value.flatMap((item) => (item.type === "text" ? [item.text] : [])).join("\n");
}

function toolMessages(parts: readonly Part[]): MessageWire[] {
  return parts.flatMap((part): MessageWire[] =>
    part.type === "tool-result"
      ? [{ role: "tool", tool_call_id: part.toolCallId, content: resultText(part) }]
      : [],
  );
}

function toMessages(message: PromptMessage): MessageWire[] {
  if (message.role === "system") return [{ role: "system", content: message.content }];
  if (message.role === "user") return [{ role: "user", content: contentParts(message.content) }];
  if (message.role === "tool") return toolMessages(message.content);
  const calls = toolCalls(message.content);
  const answer: MessageWire = { role: "assistant", content: contentParts(message.content) };
  // Tools that the provider ran by itself leave their results in the assistant's own turn.
  return [calls.length === 0 ? answer : { ...answer, tool_calls: calls }, ...toolMessages(message.content)];
}

export function promptToMessages(prompt: CallOptions["prompt"]): MessageWire[] {
  return prompt.flatMap(toMessages);
}

/** Function tools only: those of a provider are known to it by name and say nothing to anybody else. */
export function toolsToWire(tools: CallOptions["tools"]): ToolWire[] {
  return (tools ?? []).flatMap((tool): ToolWire[] =>
    tool.type === "function"
      ? [
          {
            name: tool.name,
            description: tool.description ?? null,
            parameters: tool.inputSchema as Record<string, unknown>,
          },
        ]
      : [],
  );
}

/** As the service reads it: models known not to keep to a schema are left out. */
export function responseFormatOf({ responseFormat }: CallOptions): object | undefined {
  if (responseFormat?.type !== "json") return undefined;
  return { type: responseFormat.schema === undefined ? "json_object" : "json_schema" };
}

// The session of a decision travels with what the model answered: the AI SDK keeps the metadata of content parts and hands
// it back with the next step or turn. So steps are linked without any memory here, across processes too.

const NAMESPACE = "signalbox";

type Content = LanguageModelV4GenerateResult["content"][number];
type Mark = SharedV4ProviderMetadata[string];
interface Marked {
  readonly type: string;
  readonly providerMetadata?: SharedV4ProviderMetadata;
}

const MARKED_CONTENT = new Set(["text", "tool-call"]);
/** The AI SDK keeps the last metadata of a text, so its end is marked as well. */
const MARKED_PARTS = new Set(["text-start", "text-end", "tool-call"]);

function withMark<T extends { readonly providerMetadata?: SharedV4ProviderMetadata }>(
  holder: T,
  mark: Mark,
): T {
  return { ...holder, providerMetadata: { ...holder.providerMetadata, [NAMESPACE]: mark } };
}

function answerMark(answer: ModelAnswer<ModelEntry>): Mark {
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

function markContent(content: readonly Content[], sessionId: string | undefined): Content[] {
  if (sessionId === undefined) return [...content];
  const mark = sessionMark(sessionId);
  return content.map((item) => (MARKED_CONTENT.has(item.type) ? withMark(item, mark) : item));
}

function markPart(part: StreamPart, sessionId: string | undefined): StreamPart {
  if (sessionId === undefined || !MARKED_PARTS.has(part.type)) return part;
  return withMark(part as StreamPart & Marked, sessionMark(sessionId));
}

/** The session of the newest answer in the prompt that was chosen through Signalbox. */
function previousSession(prompt: CallOptions["prompt"]): string | undefined {
  const answers = prompt.filter((message) => message.role === "assistant");
  for (const { content } of answers.toReversed())
    for (const part of content.toReversed()) {
      const sessionId = part.providerOptions?.[NAMESPACE]?.["sessionId"];
      if (typeof sessionId === "string") return sessionId;
    }
  return undefined;
}

interface Router {
  readonly entries: readonly ModelEntry[];
  readonly options: RoutingOptions;
}

function toAsked({ entries, options }: Router, call: CallOptions): Asked<ModelEntry> {
  return {
    options,
    candidates: entries,
    messages: promptToMessages(call.prompt),
    tools: toolsToWire(call.tools),
    format: responseFormatOf(call),
    maxTokens: call.maxOutputTokens,
    wishes: pickWishes(call.providerOptions?.[NAMESPACE]),
    session: previousSession(call.prompt),
    signal: call.abortSignal,
  };
}

/** Efforts that the AI SDK knows by the names of the service. */
const EFFORTS = ["none", "minimal", "low", "medium", "high", "xhigh"] as const;

/** The effort that was picked with the model, where the caller states none; another model down the ranking keeps its default. */
function effortFor(
  { reasoning }: CallOptions,
  { llm_label, selection }: Pick<ModelCallContext<ModelEntry>, "llm_label" | "selection">,
): Pick<CallOptions, "reasoning"> {
  const effort = EFFORTS.find((each) => each === selection.reasoning_effort);
  return reasoning === undefined && effort !== undefined && llm_label === selection.llm_label
    ? { reasoning: effort }
    : {};
}

async function generate(router: Router, call: CallOptions): Promise<LanguageModelV4GenerateResult> {
  const { client } = router.options;
  const limits = pickCallOptions(router.options, call.abortSignal);
  const answer = await askRouted(toAsked(router, call), (request) =>
    client.chat(
      request,
      ({ languageModel }, _request, choice) =>
        asNewest(languageModel).doGenerate({
          ...call,
          ...effortFor(call, choice),
          abortSignal: choice.signal,
        }),
      { ...limits, usageOf: ({ usage }) => readTokens(usage) },
    ),
  );
  const { value, selection } = answer;
  const content = markContent(value.content, selection.session_id);
  return withMark({ ...value, content }, answerMark(answer));
}

const usageOfPart = (part: StreamPart) => (part.type === "finish" ? readTokens(part.usage) : undefined);

async function stream(router: Router, call: CallOptions): Promise<LanguageModelV4StreamResult> {
  const { client } = router.options;
  const limits = pickCallOptions(router.options, call.abortSignal);
  let rest: Omit<LanguageModelV4StreamResult, "stream"> = {};
  const answer = await askRouted(toAsked(router, call), (request) =>
    client.stream(
      request,
      async ({ languageModel }, _request, choice) => {
        const { stream: parts, ...others } = await asNewest(languageModel).doStream({
          ...call,
          ...effortFor(call, choice),
          abortSignal: choice.signal,
        });
        rest = others;
        return openUntil(parts, hasContent);
      },
      { ...limits, usageOf: usageOfPart },
    ),
  );
  const mark = answerMark(answer);
  const { session_id: sessionId } = answer.selection;
  const change = (part: StreamPart): StreamPart =>
    part.type === "finish" ? withMark(part, mark) : markPart(part, sessionId);
  // Providers tell a break as a part of their stream.
  const onBreak = (error: unknown): StreamPart => ({ type: "error", error });
  return { ...rest, stream: toReadable(answer, { change, onBreak, signal: call.abortSignal }) };
}

/**
 * A language model that asks Signalbox which of `models` to use, for `generateText`, `streamText`, agents and whatever
 * else takes a model. Down the ranking while models fail, until there is content. Give `providerOptions.signalbox` to
 * wish differently for one call. `providerMetadata.signalbox` tells label, origin and session.
 * @throws SignalboxApiError bad_request for no models, two with one label, or models of different versions; unlisted_label
 *   for a fallback that is none of them
 */
export function signalbox<M extends LanguageModel>(
  models: readonly (M | ModelEntry<M>)[],
  options: RoutingOptions,
): M {
  const entries = toEntries(models, options);
  const router: Router = { entries, options };
  const model = {
    specificationVersion: entries[0]?.languageModel.specificationVersion,
    provider: NAMESPACE,
    modelId: "auto",
    // A promise that is made on the first look: who never sends files never asks.
    get supportedUrls() {
      return sharedUrls(entries.map(({ languageModel }) => languageModel));
    },
    doGenerate: (call: CallOptions) => generate(router, call),
    doStream: (call: CallOptions) => stream(router, call),
  };
  // The model speaks the members' own version: calls and results are theirs.
  return model as LanguageModel as M;
}
