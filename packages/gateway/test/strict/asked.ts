// A call as the strict provider looks at it, and the conditions that its rules are made of.
import type { IncomingHttpHeaders } from "node:http";

export type Json = Readonly<Record<string, unknown>>;
export type Door = "messages" | "chat" | "responses";

export interface Asked {
  readonly door: Door;
  readonly model: string;
  readonly body: Json;
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  /** Length of the conversation, tools included. @unit tokens */
  readonly tokens: number;
}

export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const records = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isJson) : [];

/** "" of what is no text. */
export const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** The value at a path of names: "thinking.type". */
export const at = (body: Json, path: string): unknown =>
  path.split(".").reduce<unknown>((value, name) => (isJson(value) ? value[name] : undefined), body);

export const turnsOf = ({ body, door }: Asked): readonly Json[] =>
  records(door === "responses" ? body["input"] : body["messages"]);
const blocksOf = (turn: Json | undefined): readonly Json[] => records(turn?.["content"]);
const ofType =
  (...types: readonly string[]) =>
  ({ type }: Json): boolean =>
    types.includes(text(type));

/** Windows and output limits of the models that calls are sent to. @unit tokens */
const LIMITS: readonly (readonly [name: RegExp, window: number, output: number])[] = [
  [/haiku-4/, 200_000, 64_000],
  [/^claude/, 1_000_000, 128_000],
  [/^gpt-5\.4/, 400_000, 128_000],
  [/^gpt/, 1_050_000, 128_000],
];
const limitsOf = (model: string): readonly [window: number, output: number] => {
  const [, window, output] = LIMITS.find(([name]) => name.test(model)) ?? [/./, 1_000_000, 384_000];
  return [window, output];
};
export const windowOf = (model: string): number => limitsOf(model)[0];
export const outputOf = (model: string): number => limitsOf(model)[1];

/** Signatures of this provider begin with the model that they are of. */
export const signatureOf = (model: string): string => `SIG-${model}-`;

export const thinks = ({ body }: Asked): boolean =>
  /^(?:adaptive|enabled)$/.test(text(at(body, "thinking.type")));
export const thoughts = (asked: Asked): readonly Json[] =>
  turnsOf(asked).flatMap(blocksOf).filter(ofType("thinking", "redacted_thinking"));

/** The blocks of the model's turn whose calls of tools are answered by the last turn. */
export function openTurn(asked: Asked): readonly Json[] {
  const turns = turnsOf(asked);
  const isOpen = blocksOf(turns.at(-1)).some(ofType("tool_result"));
  return isOpen ? blocksOf(turns.at(-2)) : [];
}

interface Tie {
  readonly calls: readonly unknown[];
  readonly results: readonly unknown[];
}

function tieOf(asked: Asked): Tie {
  const turns = turnsOf(asked);
  if (asked.door === "messages") {
    const blocks = turns.flatMap(blocksOf);
    return {
      calls: blocks.filter(ofType("tool_use")).map(({ id }) => id),
      results: blocks.filter(ofType("tool_result")).map(({ tool_use_id: id }) => id),
    };
  }
  if (asked.door === "chat")
    return {
      calls: turns.flatMap((turn) => records(turn["tool_calls"])).map(({ id }) => id),
      results: turns.filter(({ role }) => role === "tool").map(({ tool_call_id: id }) => id),
    };
  return {
    calls: turns.filter(ofType("function_call", "custom_tool_call")).map(({ call_id: id }) => id),
    results: turns
      .filter(ofType("function_call_output", "custom_tool_call_output"))
      .map(({ call_id: id }) => id),
  };
}

export const hasOrphanCall = (asked: Asked): boolean => {
  const { calls, results } = tieOf(asked);
  return calls.some((id) => !results.includes(id));
};
export const hasOrphanResult = (asked: Asked): boolean => {
  const { calls, results } = tieOf(asked);
  return results.some((id) => !calls.includes(id));
};

const EFFORT_PATHS: Readonly<Record<Door, string>> = {
  messages: "output_config.effort",
  chat: "reasoning_effort",
  responses: "reasoning.effort",
};
export const hasEffortOutside =
  (...levels: readonly string[]) =>
  ({ body, door }: Asked): boolean => {
    const effort = at(body, EFFORT_PATHS[door]);
    return effort !== undefined && !levels.includes(text(effort));
  };

/** Marks of the cache in the order in which the provider reads them. */
export const cacheMarks = ({ body }: Asked): readonly Json[] =>
  [
    ...records(body["tools"]),
    ...records(body["system"]),
    ...records(body["messages"]).flatMap(blocksOf),
  ].flatMap(({ cache_control: mark }) => (isJson(mark) ? [mark] : []));

/** The model's calls of tools since the last words of a person. */
export const callsOfTurn = (asked: Asked): readonly Json[] => {
  const turns = turnsOf(asked);
  return turns
    .slice(turns.findLastIndex(({ role }) => role === "user") + 1)
    .flatMap((turn) => records(turn["tool_calls"]).slice(0, 1));
};

export const toolTurns = (asked: Asked): readonly Json[] =>
  turnsOf(asked).filter(({ role, tool_calls: calls }) => role === "assistant" && records(calls).length > 0);

export const hasPicture = (asked: Asked): boolean =>
  turnsOf(asked)
    .flatMap(blocksOf)
    .some(ofType("image_url", "image", "input_image"));

/** A reasoning item behind which nothing of the model comes. */
export function isReasoningAlone(asked: Asked): boolean {
  const items = turnsOf(asked);
  return items.some(
    (item, index) =>
      item["type"] === "reasoning" &&
      !ofType("reasoning", "function_call", "custom_tool_call", "web_search_call")(items[index + 1] ?? {}) &&
      items[index + 1]?.["role"] !== "assistant",
  );
}
