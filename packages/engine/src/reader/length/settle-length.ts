// One length of the answer for the bill, the sentence and the wire: what the words demand, where it fits what is to be done; else
// what follows from the text that is given; else what such tasks usually take.
import type { Operation } from "@signalbox/contracts";

import type { DemandedLength } from "../amounts/demanded-length.ts";
import { readDemandedLength } from "../amounts/demanded-length.ts";
import type { TaskReading, TokenRange } from "../task/task-reading.ts";
import type { TaskText } from "../conversation/task-text.ts";
import { detectLanguage } from "../language/detect-language.ts";
import { readAskedOfText, readGivenLength } from "./given-length.ts";
import type { AskedOfText } from "./given-length.ts";
import { targetsOf } from "./language-ratio.ts";
import { readJsonLength } from "./json-shape.ts";
import { readRowLength } from "./row-length.ts";
import { readAskedLength } from "./asked-length.ts";

/** A letter, a number or a name; more is a line. @unit tokens */
const BARE_TOKENS_MAX = 11;
/** A line or a sentence; more is an amount. @unit tokens */
const LINE_TOKENS_MAX = 26;
/** Below it the operation is a guess, which a demand for one word refutes. */
const OPERATION_CHANCE = 0.5;
/** Never made in one line, whatever limits a part of the work. */
const LONG: ReadonlySet<Operation> = new Set(["translate", "rewrite", "change_code", "plan"]);
/** In a text or a program that is made, "nothing else" and "only the letter" limit the work, not the answer. */
const MADE: ReadonlySet<Operation> = new Set([
  "translate",
  "rewrite",
  "summarise",
  "title",
  "write",
  "write_code",
  "change_code",
  "plan",
]);
/** Works on a text, never on rows that are asked for. */
const NO_ROWS: ReadonlySet<Operation> = new Set([
  "translate",
  "classify",
  "summarise",
  "solve",
  "debug",
  "review",
]);
/** "Fewer than four lines" in a system prompt is a house's way of speaking; it shortens what is only said. */
const SPOKEN: ReadonlySet<Operation> = new Set(["answer", "converse"]);

/**
 * @param demanded what the wording of the turn alone demands
 * @returns undefined where the task's own range is the better guess
 */
function settleDemand(
  text: TaskText,
  task: TaskReading,
  demanded: DemandedLength | undefined,
): DemandedLength | undefined {
  const { operation } = task;
  const asked = readAskedLength(text, operation);
  const isShort = isBareDemand(task, demanded) || isLineDemand(operation, demanded);
  if (isShort && !(asked?.hasLead === true && asked.low > demanded!.high)) return demanded;
  return asked && { mean: asked.mean, low: asked.low, high: asked.high };
}

const isBareDemand = (
  { operation, operationChance }: Pick<TaskReading, "operation" | "operationChance">,
  demanded: DemandedLength | undefined,
): boolean =>
  demanded !== undefined &&
  demanded.mean <= BARE_TOKENS_MAX &&
  (!MADE.has(operation) || operationChance < OPERATION_CHANCE);

const isLineDemand = (operation: Operation, demanded: DemandedLength | undefined): boolean =>
  demanded !== undefined &&
  demanded.mean > BARE_TOKENS_MAX &&
  demanded.mean <= LINE_TOKENS_MAX &&
  !LONG.has(operation);

/** Halfway, in proportion: the style of a house is known, what it makes of this answer is not. */
function inHouseStyle({ operation, tokens }: TaskReading, style: DemandedLength | undefined): TokenRange {
  if (style === undefined || !SPOKEN.has(operation) || style.mean >= tokens.median) return tokens;
  return { ...tokens, low: Math.min(tokens.low, style.low), median: Math.sqrt(tokens.median * style.mean) };
}

const TRANSLATION = { operation: "translate", operationChance: 1 } as const;
/** An order to translate, where it begins, or in languages that put their verb last. */
const TRANSLATES =
  /^(?:(?:please|kindly|now|bitte|por favor|s'il (?:te|vous) pla[iî]t|per favore|proszę|пожалуйста|can you|could you|i need you to)[ ,]+)?(?:translate|übersetz|tradui|tradu[czç]|tradur|vertaal|przetłumacz|перевед|översätt|oversett|oversæt|käännä|terjemahkan|dịch|tafsiri|ترجم)|翻[译譯]|[译譯][成为為]|翻訳|訳して|번역|अनुवाद|แปล|çevir|tercüme/iu;
/** A longer instruction says more than that. */
const ORDER_CHARS = 160;

/** "Translate into German:" is that, whatever the text below speaks of. */
function isSaidToTranslate({ part, instruction, words }: AskedOfText): boolean {
  const order = instruction.trim();
  const isOne = part !== undefined && words.languages.named.length > 0 && order.length <= ORDER_CHARS;
  return isOne && TRANSLATES.test(order);
}

interface SettledLength {
  readonly task: TaskReading;
  /** Length that was asked for in so many words, so that the answer's length is no guess. */
  readonly demanded: DemandedLength | undefined;
}

/** The turn as it was sent is what is asked in it, no system prompt stands before it, and it was found to demand nothing. */
const isReadAlready = ({ given, asked, offered }: TaskText, system: string): boolean =>
  system === "" && offered === undefined && !given.isTurnGiven && given.turn === asked;

/** @param read what is asked, as far as the words of the whole turn tell @param demanded what the wording of the turn alone demands */
export function settleLength(
  text: TaskText,
  read: TaskReading,
  demanded: DemandedLength | undefined,
): SettledLength {
  const asked = readAskedOfText(text);
  const task = isSaidToTranslate(asked) ? { ...read, ...TRANSLATION } : read;
  const { operation } = task;
  const { zones, given } = text;
  const system = given.isTurnGiven ? zones.opening + zones.closing : `${zones.system}${given.house}`;
  const ruled =
    demanded ?? (isReadAlready(text, system) ? undefined : readDemandedLength(given.turn, system));
  const own = demanded === undefined && !isBareDemand(task, ruled) ? undefined : ruled;
  const isBare = isBareDemand(task, own);
  const languages = languagesOf(asked, operation);
  const isOneLine = !given.turn.trim().includes("\n");
  const rows = NO_ROWS.has(operation) ? undefined : readRowLength(isOneLine ? given.turn : asked.instruction);
  const perLine = operation === "classify" ? readGivenLength(asked, task, isBare) : undefined;
  const certain = rows ?? readJsonLength(system, given.whole) ?? perLine;
  if (certain !== undefined) return { task: { ...task, ...languages, tokens: certain }, demanded: undefined };
  const settled = settleDemand(text, task, own);
  if (settled !== undefined)
    return { task: withLength({ ...task, ...languages }, settled), demanded: settled };
  const tokens = readGivenLength(asked, task, isBare) ?? inHouseStyle(task, ruled);
  return { task: { ...task, ...languages, tokens }, demanded: undefined };
}

const SAMPLE_UNITS = 600;

/** The languages that the instruction names: that of the answer, and that of its source. */
function languagesOf(
  { part, words: { languages } }: AskedOfText,
  operation: Operation,
): Pick<TaskReading, "answerLanguage" | "sourceLanguage"> {
  const { named, targets, sources } = languages;
  if (named.length === 0) return {};
  const isOfText = operation === "translate" || operation === "rewrite";
  const found = part === undefined ? "und" : detectLanguage(part.text.slice(0, SAMPLE_UNITS));
  const source = sources[0] ?? (isOfText && found !== "und" ? found : undefined);
  const target = targets[0] ?? (isOfText ? targetsOf(named, source ?? "und")[0] : undefined);
  if (target === undefined) return {};
  return { answerLanguage: target, ...(source === undefined ? {} : { sourceLanguage: source }) };
}

/** A length that was demanded is the task's own. */
export function withLength(task: TaskReading, demanded: DemandedLength | undefined): TaskReading {
  if (demanded === undefined) return task;
  const { low, mean, high } = demanded;
  return { ...task, tokens: { low, median: mean, high } };
}
