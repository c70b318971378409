// Claude Code keeps each session as lines of JSON: what was said, and each answer in parts that share an id and a usage.
// The last line of an answer has its whole usage, so a call is known when the next line of its conversation comes.
import { isRecord, readUsage } from "@signalbox/contracts";

import {
  millisecondsOf,
  secondsBetween,
  skipped,
  textAt,
  valueAt,
  type LogRecord,
  type PastCall,
  type RecordReader,
  type RecordReading,
} from "./past-call.ts";

/** Bounds of the memory: turns of a conversation that a decision gets to read, and open conversations. */
const TURNS_KEPT = 40;
const CONVERSATIONS_MAX = 64;

interface Conversation {
  readonly turns: unknown[];
  saidAtMs: number | undefined;
  /** The answer whose lines are being read. */
  answer: { readonly id: string; readonly call: PastCall; readonly parts: unknown[] } | undefined;
}

const turnsOf = ({ turns }: Conversation): unknown =>
  turns.length === 0 ? undefined : turns.slice(-TURNS_KEPT);

function take(conversation: Conversation): readonly RecordReading[] {
  const { answer } = conversation;
  if (answer === undefined) return [];
  conversation.answer = undefined;
  conversation.turns.push({ role: "assistant", content: answer.parts });
  return [{ kind: "call", call: answer.call }];
}

function readAnswer(
  conversation: Conversation,
  record: LogRecord,
  message: LogRecord,
): readonly RecordReading[] {
  const id = textAt(message, ["id"]) ?? textAt(record, ["requestId", "uuid"]) ?? "";
  const model = textAt(message, ["model"]);
  if (model === undefined || model.startsWith("<") || record["isApiErrorMessage"] === true)
    return [skipped("the call failed")];
  const isSame = conversation.answer?.id === id;
  const before = isSame ? [] : take(conversation);
  const startedAtMs = isSame ? conversation.answer?.call.startedAtMs : conversation.saidAtMs;
  const { inputTokens, outputTokens, ...cached } = readUsage(message["usage"]);
  const call: PastCall = {
    model,
    provider: undefined,
    messages: isSame ? conversation.answer?.call.messages : turnsOf(conversation),
    tools: undefined,
    inputTokens,
    outputTokens,
    cachedTokens: cached.cachedTokens,
    cacheWriteTokens: cached.cacheWriteTokens,
    cacheWriteHourTokens: cached.cacheWriteHourTokens,
    usd: typeof record["costUSD"] === "number" ? record["costUSD"] : undefined,
    seconds: secondsBetween(startedAtMs, millisecondsOf(record["timestamp"])),
    startedAtMs,
    session: textAt(record, ["sessionId"]),
  };
  const content = Array.isArray(message["content"]) ? (message["content"] as unknown[]) : [];
  conversation.answer = { id, call, parts: [...(isSame ? conversation.answer!.parts : []), ...content] };
  return before;
}

export function createTranscriptReader(): RecordReader {
  const conversations = new Map<string, Conversation>();
  const conversationOf = (record: LogRecord): Conversation => {
    const key = [record["sessionId"], record["agentId"], record["isSidechain"]].map(String).join();
    const known = conversations.get(key) ?? { turns: [], saidAtMs: undefined, answer: undefined };
    conversations.delete(key);
    conversations.set(key, known);
    return known;
  };
  const evict = (): readonly RecordReading[] => {
    const [oldest] = conversations;
    if (oldest === undefined || conversations.size <= CONVERSATIONS_MAX) return [];
    conversations.delete(oldest[0]);
    return take(oldest[1]);
  };
  return {
    read: (record) => {
      const message = valueAt(record, "message");
      if (!isRecord(message) || (message["role"] !== "user" && message["role"] !== "assistant")) return [];
      const conversation = conversationOf(record);
      const evicted = evict();
      if (message["role"] === "assistant") return [...evicted, ...readAnswer(conversation, record, message)];
      const ended = take(conversation);
      conversation.turns.push({ role: "user", content: message["content"] });
      conversation.saidAtMs = millisecondsOf(record["timestamp"]);
      if (conversation.turns.length > 2 * TURNS_KEPT) conversation.turns.splice(0, TURNS_KEPT);
      return [...evicted, ...ended];
    },
    end: () => [...conversations.values()].flatMap(take),
  };
}
