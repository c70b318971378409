// How long an answer is that is made of a text that was given: a translation is as long as its source, forty labels are forty. It
// grows in proportion to that text, whatever the task reader takes such answers for.
import type { TaskReading, TokenRange } from "../task/task-reading.ts";
import type { TaskText } from "../conversation/task-text.ts";
import { estimateTokens } from "../../tokens/estimate-tokens.ts";
import { conversionRatio, formatOfText, formatsNamedIn } from "./data-formats.ts";
import { findEarlierPart, findGivenPart } from "../conversation/given-part.ts";
import type { GivenPart } from "../conversation/given-part.ts";
import { translationRatio } from "./language-ratio.ts";
import { readLengthWords } from "./read-length-words.ts";
import type { LengthWords } from "./read-length-words.ts";

type AskedTask = Pick<TaskReading, "operation" | "tokens">;

/** A reader of the wire takes no more. */
const TOKENS_MAX = 1_000_000;
const EIGHTY_PERCENT = 1.2816;

interface Given {
  readonly part: GivenPart;
  readonly words: LengthWords;
  /** Length of the text. */
  readonly tokens: number;
  readonly task: AskedTask;
}

/** @param sd of the logarithm */
function rangeOf(tokens: number, sd: number): TokenRange {
  const median = Math.min(TOKENS_MAX, Math.max(1, tokens));
  const reach = Math.exp(EIGHTY_PERCENT * sd);
  return { low: median / reach, median, high: Math.min(TOKENS_MAX, median * reach) };
}

/** The end of the instruction is a guess in short texts without marks. */
const EDGE_TOKENS = 12;
const edgeDoubt = ({ part, tokens }: Given): number =>
  part.isMarked ? 0 : EDGE_TOKENS / (EDGE_TOKENS + tokens);

function translated(given: Given): TokenRange {
  const { ratio, isKnown } = translationRatio(given.part.text, given.words.languages.named);
  return rangeOf(given.tokens * ratio, (isKnown ? 0.2 : 0.4) + edgeDoubt(given));
}

function scaleOf({ roles }: LengthWords): number {
  if (roles.has("half")) return 0.5;
  if (roles.has("shorter")) return 0.6;
  return roles.has("longer") ? 1.8 : 1;
}

function rewritten(given: Given): TokenRange {
  const { part, words, tokens } = given;
  const converted = conversionRatio(part.text, formatsNamedIn(part.instruction));
  if (converted !== undefined) return rangeOf(tokens * converted, 0.25 + edgeDoubt(given));
  const { ratio } =
    words.languages.named.length > 0 ? translationRatio(part.text, words.languages.named) : { ratio: 1 };
  return rangeOf(tokens * ratio * scaleOf(words), 0.25 + edgeDoubt(given));
}

/** Beyond this, only what changes of a program is written, unless all of it is asked for. */
const CODE_WHOLE = 1_500;
const CODE_GROWTH = 0.4;
const PORTED = 1.1;
const COMMENTED = 1.35;
const ABOUT_CODE = 40;

function changedCode(given: Given): TokenRange {
  const { tokens, words } = given;
  const { roles } = words;
  if (roles.has("annotating")) return rangeOf(tokens * COMMENTED, 0.35);
  if (roles.has("porting") || roles.has("whole") || roles.has("all") || roles.has("each"))
    return rangeOf(tokens * PORTED, 0.3);
  const part = Math.min(1, (CODE_WHOLE / Math.max(1, tokens)) ** (1 - CODE_GROWTH));
  return rangeOf(tokens * PORTED * part + ABOUT_CODE, tokens > CODE_WHOLE ? 0.8 : 0.4);
}

const EXTRACTED = 0.5;
/** Tokens of a date or a price, with the marks around it; a line or a sentence holds one of them. */
const VALUE_TOKENS = 5;
/** Items that a talk or a report holds grow slower than it does. */
const LISTED = { share: 4.5, growth: 0.53 } as const;

function extracted(given: Given): TokenRange | undefined {
  const { part, words, tokens } = given;
  const isOfAll = words.roles.has("each") || words.roles.has("all");
  if (isOfAll && words.roles.has("values"))
    return rangeOf(Math.min(tokens * EXTRACTED, VALUE_TOKENS * countLines(part.text)), 0.6);
  const converted = conversionRatio(part.text, formatsNamedIn(part.instruction));
  if (converted !== undefined && (words.roles.has("porting") || formatOfText(part.text) !== "prose"))
    return rangeOf(tokens * converted, 0.3);
  if (isOfAll) return rangeOf(tokens * EXTRACTED, 0.6);
  if (!words.roles.has("listing")) return undefined;
  return rangeOf(Math.min(tokens, LISTED.share * tokens ** LISTED.growth), 0.7);
}

const LABEL_TOKENS = 2.8;
const NUMBER_TOKENS = 3;
const LINES_LEAST = 3;
const LINE_CHARS_MOST = 200;
const NUMBERED = /^[ \t]{0,8}\d{1,4}[.)]\s/mu;
const PAIRED =
  /->|→|=>|\bpairs?\b|json|csv|\b(?:and|with) (?:its|their|the) (?:class|label|categor|tag|sentiment)/iu;

function countLines(text: string): number {
  let lines = 0;
  for (let from = 0; from < text.length; from += 1) {
    const end = text.indexOf("\n", from);
    const to = end === -1 ? text.length : end;
    if (to - from > 1 || (to > from && text.charCodeAt(from) > 32)) lines += 1;
    from = to;
  }
  return lines;
}

/** A label for each line, where each is asked for, or the text is a list. */
function labelled({ part, words, tokens }: Given, isBare: boolean): TokenRange | undefined {
  const lines = countLines(part.text);
  if (lines < LINES_LEAST) return undefined;
  const isList = part.text.length / lines <= LINE_CHARS_MOST && !isBare;
  if (!words.roles.has("each") && !isList) return undefined;
  const label = LABEL_TOKENS + (NUMBERED.test(part.text) ? NUMBER_TOKENS : 0);
  return rangeOf(lines * label + (PAIRED.test(part.instruction) ? tokens : 0), 0.5);
}

const GIST_TOKENS = 30;
const DETAILED = 4;
const DETAILED_LEAST = 700;

const detailedOf = ({ tokens }: AskedTask): TokenRange =>
  rangeOf(Math.max(DETAILED_LEAST, tokens.median * DETAILED), 0.6);

function summarised({ task, words }: Given): TokenRange | undefined {
  if (words.roles.has("gist")) return rangeOf(GIST_TOKENS, 0.4);
  return task.operation === "summarise" && words.roles.has("detailed") ? detailedOf(task) : undefined;
}

/** "Convert to XML" over a table, whatever that was taken for. */
function converted({ part, words, tokens }: Given): TokenRange | undefined {
  if (!words.roles.has("porting") || formatOfText(part.text) === "prose") return undefined;
  const ratio = conversionRatio(part.text, formatsNamedIn(part.instruction));
  return ratio === undefined ? undefined : rangeOf(tokens * ratio, 0.3);
}

function lengthOf(given: Given, isBare: boolean): TokenRange | undefined {
  switch (given.task.operation) {
    case "translate":
      return translated(given);
    case "rewrite":
      return rewritten(given);
    case "change_code":
      return changedCode(given);
    case "extract":
      return extracted(given);
    case "classify":
      return labelled(given, isBare);
    case "review":
    case "debug":
      return given.words.roles.has("annotating") ? changedCode(given) : undefined;
    case "summarise":
    case "title":
    case "write":
      return summarised(given);
    default:
      return converted(given);
  }
}

export interface AskedOfText {
  /** The instruction, without the text that it is asked of. */
  readonly instruction: string;
  readonly part: GivenPart | undefined;
  readonly words: LengthWords;
}

/** @param text as the task reader placed it */
export function readAskedOfText(text: TaskText): AskedOfText {
  const own = findGivenPart(text);
  const part = own ?? (text.turnCount > 1 ? findEarlierPart(text) : undefined);
  const instruction = part?.instruction ?? text.given.turn;
  return { instruction, part, words: readLengthWords(instruction) };
}

/** Undefined where the length of what is given says nothing of the answer's. @param isBare one word is demanded */
export function readGivenLength(
  { part, words }: AskedOfText,
  task: AskedTask,
  isBare: boolean,
): TokenRange | undefined {
  if (part === undefined)
    return task.operation === "summarise" && words.roles.has("detailed") ? detailedOf(task) : undefined;
  return lengthOf({ part, words, task, tokens: estimateTokens(part.text, "o200k") }, isBare);
}
