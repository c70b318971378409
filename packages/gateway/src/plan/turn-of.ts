// The part of a conversation that a turn is decided by: the task that a person gave last and what was done for it. A reader of
// the whole takes it for its hardest task, and a session that began hard would never come down.
import { isRecord } from "@signalbox/contracts";

import { isSameTask } from "../evidence/find-evidence.ts";
import { contentText, recordsOf, textOf } from "../protocols/read-json.ts";
import { isReminder } from "../protocols/set-aside.ts";

const SYSTEM_ROLES: ReadonlySet<unknown> = new Set(["system", "developer"]);
const RESULTS = /_result$|_output$/;
/** A few words that point back say nothing without the turn before them. */
const POINTS_BACK =
  /\b(?:it|that|this|them|those|these|same|both|there|das|dies|es|ça|eso|esto|isso|это|それ|这|它|그거)\b|^\W*$/iu;
const SHORT_CHARS = 60;
/** Turns that one task is followed back over. */
const BACK_MAX = 5;

/** The words of a person; undefined of any other message. */
function wordsOf(message: object): string | undefined {
  if (!isRecord(message) || message["role"] !== "user") return undefined;
  const { content } = message;
  const parts = recordsOf(content);
  if (parts.length > 0 && parts.every(({ type }) => RESULTS.test(textOf(type) ?? ""))) return undefined;
  const text = contentText(content).trim();
  return text === "" && parts.length === 0 ? undefined : isReminder(text) ? undefined : text;
}

const goesOn = (words: string): boolean =>
  isSameTask(words) || (words.length <= SHORT_CHARS && POINTS_BACK.test(words));

/** Messages of the system, then those since the task began; all where no person speaks. */
export function turnOf(messages: readonly object[]): readonly object[] {
  let start = messages.length;
  for (let back = 0; back < BACK_MAX; back += 1) {
    const before = messages.slice(0, start).findLastIndex((message) => wordsOf(message) !== undefined);
    if (before < 0) break;
    start = before;
    if (!goesOn(wordsOf(messages[start] ?? {}) ?? "")) break;
  }
  if (start === messages.length) return messages;
  const system = messages
    .slice(0, start)
    .filter((message) => isRecord(message) && SYSTEM_ROLES.has(message["role"]));
  return [...system, ...messages.slice(start)];
}
