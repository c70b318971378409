// The text that an instruction is about, and the instruction without it. All of the text, since its length is what counts. It stands in
// the turn, beside the instruction, or in the turn before.
import { capText } from "../text/cap-text.ts";
import { placeText } from "./task-text.ts";
import { readTypedEdges } from "./typed-edges.ts";
import type { TaskText } from "./task-text.ts";

export interface GivenPart {
  readonly text: string;
  readonly instruction: string;
  /** Quoted or fenced, so that nothing of it can belong to the instruction. */
  readonly isMarked: boolean;
}

/** Longer paragraphs are no instruction. @unit UTF-16 units */
const INSTRUCTION_MOST = 600;
const GIVEN_LEAST = 12;
/** "TL;DR?" before a paragraph. */
const SHORT_LINE = 40;
/** Length of one sentence, below a paragraph in one line. */
const SENTENCE = 160;
/** How far into a line its colon may stand. */
const COLON_MOST = 160;
const COLON = /[:：]\s/u;
const QUOTED = /["“«„「『]([^"“”«»„「」『』]{4,})["”»“」』]/u;
const SINGLE_QUOTED = /(?<![\p{L}\p{N}])'([^'\n]{6,})'(?![\p{L}\p{N}])/u;
const QUOTES_LOOKED_AT = 2_000;
/** Most lines looked at: the edges alone, since lines in the midst tell nothing of them. */
const EDGES_LOOKED_AT = 6_000;

/** The text between the first opening mark and the last closing one. */
function between(turn: string, open: string, close: string): GivenPart | undefined {
  const from = turn.indexOf(open);
  const to = from === -1 ? -1 : turn.lastIndexOf(close);
  if (to <= from + open.length) return undefined;
  const instruction = `${turn.slice(0, from)}\n${turn.slice(to + close.length)}`;
  return { text: turn.slice(from + open.length, to), instruction, isMarked: true };
}

const TAGGED = /<([a-z][\w-]{0,30})>/iu;

function markedPart(turn: string): GivenPart | undefined {
  const tag = TAGGED.exec(turn.slice(0, QUOTES_LOOKED_AT))?.[1];
  const found =
    between(turn, "```", "```") ??
    between(turn, '"""', '"""') ??
    (tag === undefined ? undefined : between(turn, `<${tag}>`, `</${tag}>`));
  if (found === undefined || found.instruction.length > INSTRUCTION_MOST) return undefined;
  // Markup that was pasted has tags of its own, and something stands before none of them.
  return found.instruction.trim() === "" ? undefined : found;
}

function quotedPart(turn: string): GivenPart | undefined {
  if (turn.length > QUOTES_LOOKED_AT || turn.includes("\n")) return undefined;
  const found = QUOTED.exec(turn) ?? SINGLE_QUOTED.exec(turn);
  const text = found?.[1];
  if (found === null || text === undefined) return undefined;
  const instruction = `${turn.slice(0, found.index)} ${turn.slice(found.index + found[0].length)}`;
  return { text, instruction, isMarked: true };
}

/** "Translate into French: The committee met ..." */
function afterColon(line: string): GivenPart | undefined {
  const found = COLON.exec(line.slice(0, COLON_MOST)) ?? /：/u.exec(line.slice(0, COLON_MOST));
  if (found === null) return undefined;
  const text = line.slice(found.index + found[0].length).trim();
  return text.length < GIVEN_LEAST
    ? undefined
    : { text, instruction: line.slice(0, found.index), isMarked: false };
}

function firstLineEnd(turn: string): number {
  const end = turn.indexOf("\n");
  return end === -1 ? turn.length : end;
}

/** The last paragraph, or the last line where there are no paragraphs. */
function lastLineStart(turn: string): number {
  return Math.max(0, turn.lastIndexOf("\n") + 1);
}

/** @param turn of several lines */
function besideLines(turn: string, { asked, edges }: Pick<TaskText, "asked" | "edges">): GivenPart {
  const look = capText(turn, EDGES_LOOKED_AT);
  const { isOpeningTyped, isClosingTyped } = look === asked ? edges : readTypedEdges(look);
  const [first, last] = [firstLineEnd(turn), lastLineStart(turn)];
  const lastUnits = turn.length - last;
  const isFirstShort = first <= SHORT_LINE && lastUnits > 2 * first;
  const isLastShort = lastUnits <= SENTENCE && first > 2 * SENTENCE;
  const isPastedFirst = !isFirstShort && !isOpeningTyped && isClosingTyped;
  const isAtEnd = isLastShort || (isPastedFirst && lastUnits <= INSTRUCTION_MOST);
  if (isAtEnd) return { text: turn.slice(0, last).trim(), instruction: turn.slice(last), isMarked: false };
  if (first > INSTRUCTION_MOST)
    return { text: turn, instruction: turn.slice(0, INSTRUCTION_MOST), isMarked: false };
  const inFirst = afterColon(turn.slice(0, first));
  // Text behind the colon of the first line belongs to the lines below it.
  const text =
    inFirst === undefined ? turn.slice(first).trim() : `${inFirst.text}\n${turn.slice(first).trim()}`;
  return { text, instruction: inFirst?.instruction ?? turn.slice(0, first), isMarked: false };
}

function lookForGivenPart(text: TaskText): GivenPart | undefined {
  const { given, zones } = text;
  const { turn, isTurnGiven } = given;
  if (isTurnGiven) return { text: turn, instruction: zones.opening + zones.closing, isMarked: true };
  const marked = markedPart(turn) ?? quotedPart(turn);
  if (marked !== undefined) return marked;
  return turn.trim().includes("\n") ? besideLines(turn.trim(), text) : afterColon(turn);
}

/** The part found in each text: class and length both ask for it. */
const found = new WeakMap<TaskText, GivenPart | "none">();

/** Undefined where the turn is an instruction alone. */
export function findGivenPart(text: TaskText): GivenPart | undefined {
  let part = found.get(text);
  if (part === undefined) {
    part = lookForGivenPart(text) ?? "none";
    found.set(text, part);
  }
  return part === "none" ? undefined : part;
}

/** The same request as if only those words of it had been typed. */
export function instructionAlone(text: TaskText, instruction: string): TaskText {
  const { edges, opening, closing, middle, pasted, units, parts } = placeText(instruction);
  return {
    ...text,
    zones: { ...text.zones, opening, closing, middle, carried: pasted },
    parts,
    documents: "",
    asked: instruction,
    edges,
    turnUnits: units,
    leadUnits: units,
  };
}

/** Less was said about a text than the text itself. */
const ABOUT_SHARE = 4;

/** The text that an earlier turn gave: the answer before, or the text that the user sent where that answer is but a remark. */
export function findEarlierPart({ given }: TaskText): GivenPart | undefined {
  const { turn, answered, sent } = given;
  const text = sent.length > ABOUT_SHARE * answered.length ? sent : answered;
  if (text.trim().length < GIVEN_LEAST || turn.length > INSTRUCTION_MOST) return undefined;
  const fenced = between(text, "```", "```");
  const isMostlyCode = fenced !== undefined && fenced.text.length > text.length / 2;
  return { text: isMostlyCode ? fenced.text : text, instruction: turn, isMarked: true };
}
