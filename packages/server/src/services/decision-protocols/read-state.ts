// The conversation inside a System One `state`. Hosts flatten theirs into one text; the two forms that are known are taken
// apart again, since a system prompt read as part of the question would make every request look like it.
import { isRecord, SELECT_LIMITS, type TurnsWire } from "@signalbox/contracts";

interface Turn {
  readonly role: string;
  readonly content: string;
}

/** LiteLLM's auto router: a system prompt before the request. */
const SYSTEM_HEAD = "System prompt:\n";
const REQUEST_HEAD = "\n\nRequest:\n";
/** NVIDIA Switchyard: one `[role] text` for each turn, a blank line between them. */
const TURN_HEAD = /(?:^|\n\n)\[(system|developer|user|assistant|tool)\] /g;

function splitRequest(state: string): Turn[] | undefined {
  const at = state.indexOf(REQUEST_HEAD);
  if (!state.startsWith(SYSTEM_HEAD) || at === -1) return undefined;
  return [
    { role: "system", content: state.slice(SYSTEM_HEAD.length, at) },
    { role: "user", content: state.slice(at + REQUEST_HEAD.length) },
  ];
}

/** One more than a conversation may have is enough to know, however many follow. */
function findHeads(state: string): RegExpExecArray[] {
  const heads: RegExpExecArray[] = [];
  for (const head of state.matchAll(TURN_HEAD)) {
    heads.push(head);
    if (heads.length > SELECT_LIMITS.messagesMax) break;
  }
  return heads;
}

function splitTurns(state: string): Turn[] | undefined {
  const heads = findHeads(state);
  if (heads[0]?.index !== 0 || heads.length > SELECT_LIMITS.messagesMax) return undefined;
  return heads.map((head, at) => ({
    // A flattened result of a tool has no call before it, so it is context like any other text.
    role: head[1] === undefined || head[1] === "tool" ? "assistant" : head[1],
    content: state.slice(head.index + head[0].length, heads[at + 1]?.index),
  }));
}

function isMessage(item: unknown): item is Turn {
  if (!isRecord(item)) return false;
  return typeof item["role"] === "string" && typeof item["content"] === "string";
}

/** @param state as its schema wants it: a text that is not empty, a list or a record */
export function readState(state: unknown): TurnsWire {
  if (typeof state === "string") return splitRequest(state) ?? splitTurns(state) ?? state;
  if (Array.isArray(state)) {
    const items: unknown[] = state;
    if (items.every(isMessage)) return items.map(({ role, content }) => ({ role, content }));
    if (items.every((item) => typeof item === "string")) return items.join("\n\n") || " ";
  }
  return JSON.stringify(state);
}
