// An agent sends the same turn of a person again with every step of its work, each time with more calls and results of tools
// behind it, which nobody routes on. What was read of the turn is kept without its words and found by a keyed digest.
import type { KnownReading, Remembered } from "../input/remembered.ts";
import { attachmentsOf } from "../reader/conversation/attachments.ts";
import type { Asked } from "../input/decision-input.ts";
import { ANSWERING_ROLES } from "../reader/conversation/answering-roles.ts";
import type { Message } from "../reader/conversation/message.ts";
import {
  hasToolHistory,
  modalitiesOf,
  type ConversationFacts,
} from "../reader/conversation/read-conversation.ts";
import { isToolLoopOpen } from "../reader/conversation/tool-loop.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";

interface ReadTurn {
  readonly conversation: ConversationFacts;
  readonly encoding: PromptEncoding;
}

const isPerson = ({ role, isToolResult }: Message): boolean =>
  (role === "user" || role === "human") && !isToolResult;

const isStep = ({ role, isToolResult, text }: Message): boolean =>
  ANSWERING_ROLES.has(role) || (isToolResult && ((role !== "user" && role !== "human") || text === ""));

/** The last turn of a person where nothing but steps of work is behind it, else -1. */
function turnBehindSteps(messages: readonly Message[]): number {
  let at = messages.length - 1;
  while (at >= 0 && isStep(messages[at]!)) at -= 1;
  const turn = messages[at];
  return at < messages.length - 1 && turn !== undefined && isPerson(turn) && turn.text.trim() !== ""
    ? at
    : -1;
}

/** How long an answer is may follow from the one before, where there was a turn before. */
function answerBehind(messages: readonly Message[], turn: number): string {
  if (!messages.some((message, at) => at < turn && isPerson(message))) return "";
  return (
    messages.findLast(({ role, text }, at) => at > turn && role === "assistant" && text.trim() !== "")
      ?.text ?? ""
  );
}

/** @param version of the artefact that reads */
function keyOf({ messages, tools }: Asked, remembered: Remembered, version: string): string | undefined {
  const turn = tools.length === 0 ? -1 : turnBehindSteps(messages);
  if (turn === -1) return undefined;
  const names = tools.map(({ name }) => name).join("\u0000");
  const beside = remembered.digest(`${names}\u0000\u0000${answerBehind(messages, turn)}`);
  return `${version} ${remembered.digestOf(turn + 1)} ${beside} ${isToolLoopOpen(messages)}`;
}

function withoutWords({ conversation, encoding }: ReadTurn): KnownReading {
  const { prompt, isToolLoopOpen: isOpen, leansOnSession, notes } = conversation;
  const { toolCount, turnCount, demanded } = prompt;
  return {
    facts: { prompt: { toolCount, turnCount, demanded }, isToolLoopOpen: isOpen, leansOnSession, notes },
    encoding,
  };
}

/** The result that `read` gives for the conversation, or made of it when an earlier step of the same loop was decided. */
export function readOnce(
  asked: Asked,
  { remembered, version }: { readonly remembered: Remembered | undefined; readonly version: string },
  read: () => ReadTurn,
): ReadTurn {
  const key = remembered && keyOf(asked, remembered, version);
  if (remembered === undefined || key === undefined) return read();
  const known = remembered.readings.get(key);
  if (known === undefined) {
    const fresh = read();
    remembered.readings.set(key, withoutWords(fresh));
    return fresh;
  }
  const { messages } = asked;
  const { facts, encoding } = known;
  return {
    conversation: {
      ...facts,
      modalities: modalitiesOf(messages),
      hasToolHistory: hasToolHistory(messages),
      attachments: attachmentsOf(messages),
    },
    encoding,
  };
}
