// How long an answer is asked to be: an amount ("3000 words", "achthundert Wörter", "100 names"), or a work that is long by its name.
// Only the places of instructions are looked at, and only for operations whose result is new text.
import type { Operation } from "@signalbox/contracts";

import type { TaskText } from "../conversation/task-text.ts";
import { findAmounts, largestAmount, readAmountText } from "../amounts/find-amounts.ts";
import type { Amount } from "../amounts/find-amounts.ts";
import { demandedAmount } from "../amounts/demanded-length.ts";
import type { DemandedLength } from "../amounts/demanded-length.ts";

const COMPOSING: ReadonlySet<Operation> = new Set([
  "write",
  "title",
  "summarise",
  "rewrite",
  "answer",
  "plan",
  "review",
]);

/** An assumption: models end a chapter after 1,000 to 5,000 words, and begin a book with as much as one answer holds. */
const CHAPTER: DemandedLength = { low: 1_200, mean: 2_600, high: 6_000 };
const BOOK: DemandedLength = { low: 2_500, mean: 8_000, high: 30_000 };
const VERB =
  "(?<!\\p{L})(?:write|draft|compose|schreibe?|verfasse|écri(?:s|vez)|rédigez?|escrib[ae]|escríbeme|scriv[ia]|escrev[ae]|напиши(?:те)?)";
const FILLERS =
  "(?: (?:me|us|an?|the|my|your|our|whole|entire|full|complete|long|short|new|first|second|next|last|crime|fantasy|romance|mir|uns|eine?n?|ganzen?|langen|kurzen|erstes?|une?|le|la|mon|long|una|mi|entera|larga|un|uma?|первую|целый|мне)){0,5} ";
/** In English a work's name also begins other nouns ("a book review") and is an adjective ("a novel idea"). */
const OF_BOOK = "(?! (?!about|on|of|in|set|for|that|which|where|with|from|and|to|please)[a-z])";
const WORKS: readonly (readonly [RegExp, DemandedLength])[] = [
  [
    new RegExp(
      `${VERB}${FILLERS}(?:chapter(?! title)|kapitel|chapitre|capítulo|capitolo|главу)(?!\\p{L})|[写寫].{0,8}章`,
      "u",
    ),
    CHAPTER,
  ],
  [
    new RegExp(
      `${VERB}${FILLERS}(?:(?:novel|novella|book|thesis|memoir)(?!\\p{L})${OF_BOOK}|(?:dissertation|roman|buch|livre|thèse|novela|libro|romanzo|romance|роман|книгу)(?!\\p{L}))|[写寫].{0,8}(?:小[说說]|[书書]$)|小説を書`,
      "u",
    ),
    BOOK,
  ],
];

interface AskedLength extends DemandedLength {
  /** A lead marks it as a demand; else the number may belong to the subject. */
  readonly hasLead: boolean;
}

/** Undefined where no length is asked for. */
export function readAskedLength({ zones }: TaskText, operation: Operation): AskedLength | undefined {
  // "List 100 names" is read as extraction as often as not; other amounts of it are those of the source.
  const isOfItemsOnly = operation === "extract";
  if (!COMPOSING.has(operation) && !isOfItemsOnly) return undefined;
  const places = [zones.opening, zones.closing].filter((zone) => zone !== "");
  const amounts: Amount[] = places.flatMap((zone) => findAmounts(readAmountText(zone.toLowerCase())));
  const largest = largestAmount(isOfItemsOnly ? amounts.filter(({ isOfItems }) => isOfItems) : amounts);
  if (largest !== undefined) return { ...demandedAmount(largest), hasLead: largest.hasLead };
  if (operation !== "write") return undefined;
  const text = places.join("\n").toLowerCase();
  const work = WORKS.find(([named]) => named.test(text))?.[1];
  return work && { ...work, hasLead: true };
}
