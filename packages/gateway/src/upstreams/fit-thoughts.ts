// The thoughts of a conversation as they go to one model: only those that it is known to have made. Empty, foreign and unknown
// ones stay behind, since a provider refuses what it cannot verify.
import { isRecord } from "@signalbox/contracts";

import type { Takes } from "../models/takes.ts";
import type { Body, Mark, ProtocolName } from "../protocols/protocol.ts";
import { memberOf, recordsOf, textOf } from "../protocols/read-json.ts";

export interface Thoughts {
  /** Whether the target is known to have left this mark. */
  readonly isOwn: (mark: Mark) => boolean;
  /** The target's thought before this call of a tool. */
  readonly thoughtBefore: (callId: string) => string | undefined;
}

/** The end of the type of every thought, by protocol. */
const THOUGHT_NAMES: Readonly<Record<ProtocolName, readonly string[]>> = {
  messages: ['thinking"'],
  responses: ['"reasoning"'],
  chat: ['"reasoning', '"extra_content"'],
};

export const holdsThoughts = (bytes: Buffer, protocol: ProtocolName): boolean =>
  THOUGHT_NAMES[protocol].some((name) => bytes.includes(name));

/** Undefined of what is no thought; "" of one without a signature. */
export function signatureOf(block: Body): string | undefined {
  const { type } = block;
  if (type === "thinking") return textOf(block["signature"]) ?? "";
  if (type === "redacted_thinking") return textOf(block["data"]) ?? "";
  return type === "reasoning" ? (textOf(block["encrypted_content"]) ?? "") : undefined;
}

const isForeign = (block: unknown, isOwn: Thoughts["isOwn"]): boolean => {
  const id = isRecord(block) ? signatureOf(block) : undefined;
  return id !== undefined && (id === "" || !isOwn({ kind: "thought", id }));
};

/** A turn of Messages; none where foreign thoughts are all of it. */
function messagesTurn(message: unknown, isOwn: Thoughts["isOwn"]): readonly unknown[] {
  const content = memberOf(message, "content");
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const kept = blocks.filter((block) => !isForeign(block, isOwn));
  if (!isRecord(message) || kept.length === blocks.length) return [message];
  return kept.length === 0 ? [] : [{ ...message, content: kept }];
}

const CHAT_THOUGHTS = ["reasoning_content", "reasoning", "reasoning_details"] as const;
/** Google takes it for the signature of a call that another model made. */
const NO_SIGNATURE = { google: { thought_signature: "skip_thought_signature_validator" } };

function isOwnMessage(message: Body, { isOwn }: Thoughts): boolean {
  const calls = recordsOf(message["tool_calls"]);
  if (calls.length > 0) return calls.every(({ id }) => isOwn({ kind: "call", id: textOf(id) ?? "" }));
  const thought = textOf(message["reasoning_content"]) ?? textOf(message["reasoning"]) ?? "";
  return thought !== "" && isOwn({ kind: "thought", id: thought });
}

function chatCall(call: Body, isOwn: boolean, takes: Takes, isFirst: boolean): Body {
  const { extra_content: extra, ...plain } = call;
  if (isOwn && extra !== undefined) return call;
  return takes.thoughtsBack === "thought_signature" && isFirst
    ? { ...plain, extra_content: NO_SIGNATURE }
    : plain;
}

/** A turn of the model in Chat with its own thoughts alone, and with those that the model demands. */
function chatTurn(message: unknown, thoughts: Thoughts, takes: Takes): unknown {
  if (!isRecord(message) || message["role"] !== "assistant") return message;
  const isOwn = takes.thoughts !== false && isOwnMessage(message, thoughts);
  const turn: Record<string, unknown> = { ...message };
  for (const name of CHAT_THOUGHTS) if (!isOwn || turn[name] === "") delete turn[name];
  const calls = recordsOf(message["tool_calls"]);
  if (calls.length > 0)
    turn["tool_calls"] = calls.map((call, index) => chatCall(call, isOwn, takes, index === 0));
  if (
    calls.length > 0 &&
    takes.thoughtsBack === "reasoning_content" &&
    turn["reasoning_content"] === undefined
  ) {
    const [first] = calls;
    const name = textOf(memberOf(first?.["function"], "name")) ?? "a tool";
    turn["reasoning_content"] = thoughts.thoughtBefore(textOf(first?.["id"]) ?? "") ?? `Calls ${name}.`;
  }
  return JSON.stringify(turn) === JSON.stringify(message) ? message : turn;
}

export interface FitThoughts {
  readonly bytes: Buffer;
  /** Thoughts are in the conversation. */
  readonly hasThoughts: boolean;
  readonly protocol: ProtocolName;
  readonly takes: Takes;
  readonly thoughts: Thoughts;
}

/** @returns the very list where all of it may go */
export function fitThoughts(
  turns: readonly unknown[],
  { bytes, hasThoughts, protocol, takes, thoughts }: FitThoughts,
): readonly unknown[] {
  const demands = protocol === "chat" && takes.thoughtsBack !== undefined && bytes.includes('"tool_calls"');
  if (!demands && !hasThoughts) return turns;
  const isOwn: Thoughts["isOwn"] = takes.thoughts === false ? () => false : thoughts.isOwn;
  const fitted =
    protocol === "chat"
      ? turns.map((turn) => chatTurn(turn, thoughts, takes))
      : protocol === "messages"
        ? turns.flatMap((turn) => messagesTurn(turn, isOwn))
        : turns.filter((item) => !isForeign(item, isOwn));
  return fitted.length === turns.length && fitted.every((turn, index) => turn === turns[index])
    ? turns
    : fitted;
}
