// The thoughts of a conversation as they go to one model: only those that it is known to have made. Empty, foreign and unknown
// ones stay behind, since a provider refuses what it cannot verify.
import { isRecord } from "@signalbox/contracts";

import { dropElements, type Edit } from "../json/edit-body.ts";
import { elementsAt, membersAt, type Span } from "../json/spans.ts";
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

const parse = (bytes: Buffer, { start, end }: Span): Body => {
  const value: unknown = JSON.parse(bytes.toString("utf8", start, end));
  return isRecord(value) ? value : {};
};

/** Undefined of what is no thought; "" of one without a signature. */
export function signatureOf(block: Body): string | undefined {
  const { type } = block;
  if (type === "thinking") return textOf(block["signature"]) ?? "";
  if (type === "redacted_thinking") return textOf(block["data"]) ?? "";
  return type === "reasoning" ? (textOf(block["encrypted_content"]) ?? "") : undefined;
}

const isForeign = (block: Body, isOwn: Thoughts["isOwn"]): boolean => {
  const id = signatureOf(block);
  return id !== undefined && (id === "" || !isOwn({ kind: "thought", id }));
};

function foreignBlocks(bytes: Buffer, messages: readonly Span[], isOwn: Thoughts["isOwn"]): Edit[] {
  const emptied = new Set<number>();
  const edits = messages.flatMap((message, index) => {
    if (!bytes.subarray(message.start, message.end).includes('thinking"')) return [];
    const content = membersAt(bytes, message.start).findLast(({ name }) => name === "content");
    const blocks = content === undefined ? [] : elementsAt(bytes, content.value.start);
    const isGone = blocks.map((block) => isForeign(parse(bytes, block), isOwn));
    if (!isGone.includes(false) && isGone.length > 0) {
      emptied.add(index);
      return [];
    }
    return dropElements(blocks, (at) => isGone[at] === true);
  });
  return [...edits, ...dropElements(messages, (index) => emptied.has(index))];
}

function foreignItems(bytes: Buffer, items: readonly Span[], isOwn: Thoughts["isOwn"]): Edit[] {
  const gone = items.map((item) => isForeign(parse(bytes, item), isOwn));
  return dropElements(items, (index) => gone[index] === true);
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
function chatTurn(message: Body, thoughts: Thoughts, takes: Takes): Body {
  const isOwn = takes.thoughts !== false && isOwnMessage(message, thoughts);
  const turn: Record<string, unknown> = { ...message };
  for (const name of CHAT_THOUGHTS) if (!isOwn || turn[name] === "") delete turn[name];
  const calls = recordsOf(message["tool_calls"]);
  if (calls.length === 0) return turn;
  turn["tool_calls"] = calls.map((call, index) => chatCall(call, isOwn, takes, index === 0));
  if (takes.thoughtsBack === "reasoning_content" && turn["reasoning_content"] === undefined) {
    const [first] = calls;
    const name = textOf(memberOf(first?.["function"], "name")) ?? "a tool";
    turn["reasoning_content"] = thoughts.thoughtBefore(textOf(first?.["id"]) ?? "") ?? `Calls ${name}.`;
  }
  return turn;
}

function chatEdits(bytes: Buffer, messages: readonly Span[], thoughts: Thoughts, takes: Takes): Edit[] {
  return messages.flatMap((span): Edit[] => {
    const text = bytes.subarray(span.start, span.end);
    if (!text.includes('"assistant"')) return [];
    const demands = takes.thoughtsBack !== undefined && text.includes('"tool_calls"');
    if (!demands && !holdsThoughts(text, "chat")) return [];
    const before = parse(bytes, span);
    if (before["role"] !== "assistant") return [];
    const after = JSON.stringify(chatTurn(before, thoughts, takes));
    return after === JSON.stringify(before) ? [] : [{ ...span, text: after }];
  });
}

export interface FitThoughts {
  readonly bytes: Buffer;
  readonly protocol: ProtocolName;
  readonly takes: Takes;
  readonly thoughts: Thoughts;
}

export function thoughtEdits({ bytes, protocol, takes, thoughts }: FitThoughts): Edit[] {
  const demands = protocol === "chat" && takes.thoughtsBack !== undefined && bytes.includes('"tool_calls"');
  if (!demands && !holdsThoughts(bytes, protocol)) return [];
  const name = protocol === "responses" ? "input" : "messages";
  const list = membersAt(bytes, 0).findLast((member) => member.name === name);
  if (list === undefined) return [];
  const elements = elementsAt(bytes, list.value.start);
  const isOwn: Thoughts["isOwn"] = takes.thoughts === false ? () => false : thoughts.isOwn;
  if (protocol === "chat") return chatEdits(bytes, elements, thoughts, takes);
  return protocol === "messages"
    ? foreignBlocks(bytes, elements, isOwn)
    : foreignItems(bytes, elements, isOwn);
}
