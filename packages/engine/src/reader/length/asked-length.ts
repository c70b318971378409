// How long an answer is asked to be: an amount ("3000 words", "achthundert Wörter", "100 names"), or a work that is long by its name.
// Only the places of instructions are looked at, and only for operations whose result is new text.
import type { Operation } from "@signalbox/contracts";

import { demandedAmount } from "../amounts/demanded-length.ts";
import type { DemandedLength } from "../amounts/demanded-length.ts";
import { findAmounts, largestAmount } from "../amounts/find-amounts.ts";
import type { Amount } from "../amounts/find-amounts.ts";
import { findWork } from "../amounts/find-work.ts";
import { findWords } from "../amounts/find-words.ts";
import type { TaskText } from "../conversation/task-text.ts";

const COMPOSING: ReadonlySet<Operation> = new Set([
  "write",
  "title",
  "summarise",
  "rewrite",
  "answer",
  "plan",
  "review",
]);
interface AskedLength extends DemandedLength {
  /** A lead marks it as a demand; else the number may belong to the subject. */
  readonly hasLead: boolean;
}

/** Undefined where no length is asked for. */
export function readAskedLength({ zones }: TaskText, operation: Operation): AskedLength | undefined {
  // "List 100 names" is read as extraction as often as not; other amounts of it are those of the source.
  const isOfItemsOnly = operation === "extract";
  if (!COMPOSING.has(operation) && !isOfItemsOnly) return undefined;
  const amounts: Amount[] = [];
  let work: DemandedLength | undefined;
  for (const zone of [zones.opening, zones.closing]) {
    if (zone === "") continue;
    const text = zone.toLowerCase();
    const hits = findWords(text);
    if (hits.length === 0) continue;
    amounts.push(...findAmounts(text, hits));
    if (operation === "write") work ??= findWork(text, hits);
  }
  const largest = largestAmount(isOfItemsOnly ? amounts.filter(({ isOfItems }) => isOfItems) : amounts);
  if (largest !== undefined) return { ...demandedAmount(largest), hasLead: largest.hasLead };
  return work && { ...work, hasLead: true };
}
