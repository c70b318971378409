// A language model of the AI SDK that chooses among the caller's own and passes each call on to the one that is chosen.
// Everything passes through untouched; additions are under `signalbox` in the provider metadata.
import type { LanguageModelV4GenerateResult, LanguageModelV4StreamResult } from "@ai-sdk/provider";

import { askRouted, type Asked } from "../adapters/ask-routed.ts";
import { openUntil, toReadable } from "../adapters/open-until.ts";
import type { ModelCallContext } from "../call/call-model.ts";
import { pickCallOptions, pickWishes, type RoutingOptions } from "../adapters/routing-options.ts";
import {
  asNewest,
  sharedUrls,
  type CallOptions,
  type LanguageModel,
  toEntries,
  type ModelEntry,
  readTokens,
  hasContent,
  type StreamPart,
} from "./language-model.ts";
import { promptToMessages, responseFormatOf, toolsToWire } from "./prompt-to-wire.ts";
import { answerMark, markContent, markPart, NAMESPACE, previousSession, withMark } from "./session-marks.ts";

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
