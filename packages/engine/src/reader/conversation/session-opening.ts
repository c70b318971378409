// Leaves out what an agent's program says as the user before the person has typed: the folder, the date, the tree of files. Nobody asks
// for anything in such turns, nor in the assistant's nod to them.
import { cleanTurn } from "./clean-turn.ts";
import type { Message } from "./message.ts";

/** Such turns are short. @unit UTF-16 units */
const OPENING_MOST = 8_000;
/** A conversation opens with a few of them at most. */
const TURNS_MOST = 4;
/** Facts that tell where the program runs; one alone may be part of a question. */
const FACTS = [
  /\bdate (?:is|:)/i,
  /\boperating system\b|\bplatform:/i,
  /\b(?:working|in the|current) director(?:y|ies)\b/i,
  /\b(?:folder|directory|file) structure\b/i,
  /^[ \t│]*[├└][─-]/m,
] as const;
const FACTS_LEAST = 3;

const isUser = ({ role, isToolResult }: Message): boolean =>
  (role === "user" || role === "human") && !isToolResult;

function isOpening({ text, parts }: Message): boolean {
  if (text.trim() === "" || text.length > OPENING_MOST || parts.length > 0) return false;
  if (text.includes("<") || text.startsWith("#")) {
    const { text: asked, documents, harnessUnits } = cleanTurn(text);
    if (asked === "" && documents === "" && harnessUnits > 0) return true;
  }
  return !text.includes("?") && FACTS.filter((fact) => fact.test(text)).length >= FACTS_LEAST;
}

/** The messages without the turns that only open an agent's session; all of them where nothing else was said. */
export function withoutOpening(messages: readonly Message[]): readonly Message[] {
  const last = messages.findLastIndex(isUser);
  const dropped = new Set<number>();
  for (let turn = 0, at = messages.findIndex(isUser); turn < TURNS_MOST && at >= 0 && at < last; turn += 1) {
    if (!isOpening(messages[at]!)) break;
    dropped.add(at);
    const reply = messages[at + 1];
    if (reply?.role === "assistant" && reply.toolCallCount === 0) dropped.add(at + 1);
    const next = messages.slice(at + 1).findIndex(isUser);
    at = next < 0 ? -1 : at + 1 + next;
  }
  return dropped.size === 0 ? messages : messages.filter((_, at) => !dropped.has(at));
}
