// Answers of providers of the three protocols, whole and as events. Every model is billed for 1,000 tokens in and 20 out.
export interface Said {
  readonly id: string;
  readonly model: string;
  readonly text: string;
  /** In place of a text. */
  readonly tool?: { readonly name: string; readonly args: object } | undefined;
  /** Length of the conversation, as it is billed; default 1,000. @unit tokens */
  readonly inputTokens?: number | undefined;
  /** Part of it that was read from the cache; default 400. @unit tokens */
  readonly cachedTokens?: number | undefined;
  /** Part of it that was written to the cache; default none. @unit tokens */
  readonly writtenTokens?: number | undefined;
  /** Chat's plain thought before it speaks. */
  readonly thought?: string | undefined;
  /** Signed by the model before it speaks. */
  readonly signature?: string | undefined;
}

export type Event = readonly [name: string, data: object | string];

export const USAGE = { input: 1000, cached: 400, output: 20 };

function messagesContent({ id, text, tool, signature }: Said): object[] {
  const said = tool
    ? { type: "tool_use", id: `toolu_${id}`, name: tool.name, input: tool.args }
    : { type: "text", text };
  return signature === undefined ? [said] : [{ type: "thinking", thinking: "hm", signature }, said];
}

export function messagesWhole(said: Said): object {
  const { id, model, tool, inputTokens = USAGE.input, cachedTokens = USAGE.cached, writtenTokens = 0 } = said;
  const usage = {
    input_tokens: inputTokens - cachedTokens - writtenTokens,
    cache_read_input_tokens: cachedTokens,
    cache_creation_input_tokens: writtenTokens,
    output_tokens: USAGE.output,
  };
  const content = messagesContent(said);
  const stop_reason = tool ? "tool_use" : "end_turn";
  return {
    id: `msg_${id}`,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason,
    stop_sequence: null,
    usage,
  };
}

export function messagesEvents(said: Said): Event[] {
  const whole = messagesWhole(said) as { usage: { output_tokens: number } };
  const { usage, ...message } = whole;
  const { tool, text, signature } = said;
  const events: Event[] = [
    [
      "message_start",
      {
        type: "message_start",
        message: { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
      },
    ],
    ["ping", { type: "ping" }],
  ];
  let index = 0;
  const block = (start: object, deltas: readonly object[]): void => {
    events.push(["content_block_start", { type: "content_block_start", index, content_block: start }]);
    for (const delta of deltas)
      events.push(["content_block_delta", { type: "content_block_delta", index, delta }]);
    events.push(["content_block_stop", { type: "content_block_stop", index }]);
    index += 1;
  };
  if (signature !== undefined)
    block({ type: "thinking", thinking: "", signature: "" }, [
      { type: "thinking_delta", thinking: "hm" },
      { type: "signature_delta", signature },
    ]);
  if (tool)
    block({ type: "tool_use", id: `toolu_${said.id}`, name: tool.name, input: {} }, [
      { type: "input_json_delta", partial_json: JSON.stringify(tool.args) },
    ]);
  else block({ type: "text", text: "" }, [{ type: "text_delta", text }]);
  const stop_reason = tool ? "tool_use" : "end_turn";
  events.push(
    [
      "message_delta",
      {
        type: "message_delta",
        delta: { stop_reason, stop_sequence: null },
        usage: { output_tokens: USAGE.output },
      },
    ],
    ["message_stop", { type: "message_stop" }],
  );
  return events;
}

const chatUsage = ({ inputTokens = USAGE.input, cachedTokens = USAGE.cached }: Said): object => ({
  prompt_tokens: inputTokens,
  completion_tokens: USAGE.output,
  total_tokens: inputTokens + USAGE.output,
  prompt_tokens_details: { cached_tokens: cachedTokens },
});

function chatMessage({ id, text, tool, thought }: Said): object {
  const thoughts = thought === undefined ? {} : { reasoning_content: thought };
  if (!tool) return { role: "assistant", content: text, ...thoughts };
  const called = { name: tool.name, arguments: JSON.stringify(tool.args) };
  return {
    role: "assistant",
    content: null,
    ...thoughts,
    tool_calls: [{ index: 0, id: `call_${id}`, type: "function", function: called }],
  };
}

export function chatWhole(said: Said): object {
  const finish_reason = said.tool ? "tool_calls" : "stop";
  const choices = [{ index: 0, message: chatMessage(said), finish_reason }];
  return {
    id: `chatcmpl-${said.id}`,
    object: "chat.completion",
    created: 1,
    model: said.model,
    choices,
    usage: chatUsage(said),
  };
}

export function chatEvents(said: Said): Event[] {
  const base = { id: `chatcmpl-${said.id}`, object: "chat.completion.chunk", created: 1, model: said.model };
  const finish_reason = said.tool ? "tool_calls" : "stop";
  return [
    ["", { ...base, choices: [{ index: 0, delta: chatMessage(said), finish_reason: null }] }],
    ["", { ...base, choices: [{ index: 0, delta: {}, finish_reason }] }],
    ["", { ...base, choices: [], usage: chatUsage(said) }],
    ["", "[DONE]"],
  ];
}

function responseItems({ id, text, tool, signature }: Said): object[] {
  const said = tool
    ? {
        type: "function_call",
        id: `fc_${id}`,
        call_id: `call_${id}`,
        name: tool.name,
        arguments: JSON.stringify(tool.args),
        status: "completed",
      }
    : {
        type: "message",
        id: `item_${id}`,
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text, annotations: [] }],
      };
  return signature === undefined
    ? [said]
    : [{ type: "reasoning", id: `rs_${id}`, summary: [], encrypted_content: signature }, said];
}

export function responseWhole(said: Said): object {
  const { inputTokens = USAGE.input, cachedTokens = USAGE.cached } = said;
  const usage = {
    input_tokens: inputTokens,
    output_tokens: USAGE.output,
    total_tokens: inputTokens + USAGE.output,
    input_tokens_details: { cached_tokens: cachedTokens },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  return {
    id: `resp_${said.id}`,
    object: "response",
    created_at: 1,
    status: "completed",
    model: said.model,
    output: responseItems(said),
    usage,
  };
}

export function responseEvents(said: Said): Event[] {
  const response = responseWhole(said);
  const begun = { ...response, status: "in_progress", output: [], usage: null };
  const items = responseItems(said).flatMap((item, index): Event[] => [
    ["response.output_item.added", { type: "response.output_item.added", output_index: index, item }],
    ["response.output_item.done", { type: "response.output_item.done", output_index: index, item }],
  ]);
  return [
    ["response.created", { type: "response.created", response: begun }],
    ...items,
    ["response.completed", { type: "response.completed", response }],
  ];
}
