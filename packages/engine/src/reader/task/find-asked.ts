// Which part of the last turn was taken as what is asked, for people who want to see it.
import type { TaskText } from "../conversation/task-text.ts";
import type { TextSpan } from "./task-reading.ts";

/** Beside the part that is looked at most, its neighbours that have at least so much of its share. @range 0..1 */
const NEIGHBOUR_LEAST = 0.5;

/** Finds a part in the turn as it was sent: as it is, or as a string of JSON. */
function locate(turn: string, part: string, from: number): TextSpan | undefined {
  for (const words of [part.trim(), JSON.stringify(part.trim()).slice(1, -1)]) {
    const at = turn.indexOf(words, from);
    if (at >= 0) return { from: at, to: at + words.length };
  }
  return undefined;
}

/**
 * @param shareOf how much of the operation is read from the part with this number
 * @returns undefined where all of the turn was taken, or what is asked stands in the system prompt or in an earlier turn
 */
export function findAsked(text: TaskText, shareOf: (part: number) => number): TextSpan | undefined {
  const { parts, given, offered } = text;
  const isCut = given.whole !== given.turn;
  if (parts.length < (isCut ? 1 : 2) || given.isTurnGiven || offered !== undefined) return undefined;
  const shares = parts.map((_, part) => shareOf(part));
  const most = Math.max(...shares);
  let first = shares.indexOf(most);
  let last = first;
  while (first > 0 && shares[first - 1]! >= most * NEIGHBOUR_LEAST) first -= 1;
  while (last < parts.length - 1 && shares[last + 1]! >= most * NEIGHBOUR_LEAST) last += 1;
  if (last - first === parts.length - 1 && !isCut) return undefined;
  // The turn may have been cleaned or put in another order: the words are looked up in the turn as it was sent.
  const opening = locate(given.whole, parts[first]!.text, 0);
  if (opening === undefined || first === last) return opening;
  const close = locate(given.whole, parts[last]!.text, opening.to);
  return close === undefined ? undefined : { from: opening.from, to: close.to };
}
