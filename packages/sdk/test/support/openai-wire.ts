// The OpenAI wire as a provider sends it: bodies of chat completions and responses, and the same as server-sent events.
import type { ProviderReply, ProviderRequest } from "./fake-provider.ts";

type Content = Extract<ProviderReply, { text: string } | { toolCalls: unknown }>;
type Body = Record<string, unknown>;

const CREATED_S = 1_750_000_000;

const countTokens = (text: string): number => Math.ceil(text.length / 4);

function counts({ body }: ProviderRequest, reply: Content): { input: number; output: number } {
  return {
    input: countTokens(JSON.stringify(body["messages"] ?? body["input"] ?? "")),
    output: countTokens(JSON.stringify(reply)),
  };
}

const words = (text: string): string[] => text.match(/\S+\s*/g) ?? [];

function calls(
  reply: Content,
): readonly { readonly id: string; readonly name: string; readonly arguments: string }[] {
  if ("text" in reply) return [];
  return reply.toolCalls.map((call, index) => ({
    id: `call_${index + 1}`,
    name: call.name,
    arguments: JSON.stringify(call.arguments),
  }));
}

const chatCalls = (reply: Content): Body[] =>
  calls(reply).map(({ id, ...call }) => ({ id, type: "function", function: call }));

const textOf = (reply: Content): string => ("text" in reply ? reply.text : "");

function chatUsage(request: ProviderRequest, reply: Content): Body {
  const { input, output } = counts(request, reply);
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}

const finishOf = (reply: Content): string => ("text" in reply ? "stop" : "tool_calls");

export function chatCompletion(request: ProviderRequest, reply: Content): Body {
  const message =
    "text" in reply
      ? { role: "assistant", content: reply.text, refusal: null }
      : { role: "assistant", content: null, refusal: null, tool_calls: chatCalls(reply) };
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: CREATED_S,
    model: request.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishOf(reply) }],
    usage: chatUsage(request, reply),
  };
}

const dataEvent = (body: unknown): string => `data: ${JSON.stringify(body)}\n\n`;

/** One event a word or a tool call, then the reason to stop, the usage if it was asked for, and `[DONE]`. */
export function chatCompletionEvents(request: ProviderRequest, reply: Content): string[] {
  const chunk = (delta: Body, finish: string | null = null): Body => ({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: CREATED_S,
    model: request.model,
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });
  const deltas: Body[] =
    "text" in reply
      ? words(reply.text).map((content) => ({ content }))
      : chatCalls(reply).map((call, index) => ({ tool_calls: [{ index, ...call }] }));
  const options = request.body["stream_options"] as { include_usage?: boolean } | undefined;
  const usage =
    options?.include_usage === true
      ? [dataEvent({ ...chunk({}), choices: [], usage: chatUsage(request, reply) })]
      : [];
  return [
    ...deltas.map((delta, index) => dataEvent(chunk(index === 0 ? { role: "assistant", ...delta } : delta))),
    dataEvent(chunk({}, finishOf(reply))),
    ...usage,
    "data: [DONE]\n\n",
  ];
}

function responseItems(reply: Content): Body[] {
  if ("text" in reply)
    return [
      {
        id: "msg_1",
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: reply.text, annotations: [] }],
      },
    ];
  return calls(reply).map(({ id, name, arguments: input }) => ({
    id: `fc_${id}`,
    type: "function_call",
    call_id: id,
    name,
    arguments: input,
    status: "completed",
  }));
}

export function responseObject(request: ProviderRequest, reply: Content): Body {
  const { input, output } = counts(request, reply);
  return {
    id: "resp_1",
    object: "response",
    created_at: CREATED_S,
    status: "completed",
    error: null,
    incomplete_details: null,
    instructions: null,
    metadata: {},
    model: request.model,
    output: responseItems(reply),
    parallel_tool_calls: true,
    tool_choice: "auto",
    tools: request.body["tools"] ?? [],
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    },
  };
}

interface TypedEvent extends Body {
  readonly type: string;
}

type Place = Readonly<Record<"item_id" | "output_index", unknown>>;

const textDelta = (place: Place, delta: string): TypedEvent => ({
  type: "response.output_text.delta",
  item_id: place.item_id,
  output_index: place.output_index,
  content_index: 0,
  delta,
  logprobs: [],
});

function itemEvents(item: Body, index: number, reply: Content): TypedEvent[] {
  const place = { item_id: item["id"], output_index: index };
  const part = { type: "output_text", text: "", annotations: [] };
  const inner: TypedEvent[] =
    item["type"] === "message"
      ? [
          { type: "response.content_part.added", ...place, content_index: 0, part },
          ...words(textOf(reply)).map((delta) => textDelta(place, delta)),
          {
            type: "response.output_text.done",
            ...place,
            content_index: 0,
            text: textOf(reply),
            logprobs: [],
          },
          {
            type: "response.content_part.done",
            ...place,
            content_index: 0,
            part: { ...part, text: textOf(reply) },
          },
        ]
      : [
          { type: "response.function_call_arguments.delta", ...place, delta: item["arguments"] },
          {
            type: "response.function_call_arguments.done",
            ...place,
            name: item["name"],
            arguments: item["arguments"],
          },
        ];
  const opened = {
    ...item,
    status: "in_progress",
    ...(item["type"] === "message" ? { content: [] } : { arguments: "" }),
  };
  return [
    { type: "response.output_item.added", output_index: index, item: opened },
    ...inner,
    { type: "response.output_item.done", output_index: index, item },
  ];
}

/** The events of a response in the order of the real service, numbered. */
export function responseEvents(request: ProviderRequest, reply: Content): string[] {
  const response = responseObject(request, reply);
  const opened = { ...response, status: "in_progress", output: [], usage: null };
  const events: TypedEvent[] = [
    { type: "response.created", response: opened },
    { type: "response.in_progress", response: opened },
    ...responseItems(reply).flatMap((item, index) => itemEvents(item, index, reply)),
    { type: "response.completed", response },
  ];
  return events.map(
    (event, index) => `event: ${event.type}\n${dataEvent({ ...event, sequence_number: index })}`,
  );
}

export function modelList(): Body {
  const data = ["gpt-5.4-mini", "gpt-6-luna"].map((id) => ({
    id,
    object: "model",
    created: CREATED_S,
    owned_by: "fake",
  }));
  return { object: "list", data };
}
