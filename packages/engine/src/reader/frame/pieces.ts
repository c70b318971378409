// A turn in the pieces that a template is made of: sentences, labels, tags, strings of JSON, cells of a row. Looks at the head and
// the tail of a long turn, so that a cut takes bounded time.
import { createUnitCopy } from "../../kernels/copy-units.ts";
import { unitTable } from "../text/unit-table.ts";
import { classifyTag } from "../text/tag-classes.ts";

export const PIECE_KINDS = [
  "sentence",
  "label",
  "tag",
  "fence",
  "block",
  "string",
  "key",
  "cell",
  "document",
] as const;
export type PieceKind = (typeof PIECE_KINDS)[number];

export interface Piece {
  readonly kind: PieceKind;
  /** Its place in the turn, marks included. @unit UTF-16 units */
  readonly from: number;
  readonly to: number;
  /** Its words: unescaped where it is a string of JSON. */
  readonly text: string;
  /** Line breaks between it and the piece before: none, one, or a blank line and more. */
  readonly breaks: 0 | 1 | 2;
}

type Span = readonly [from: number, to: number];
/** @param text its words, where they are not those of the span */
type Add = (kind: PieceKind, span: Span, text?: string) => void;

/** Lengths of a longer turn that are split, from its head and its tail. @unit UTF-16 units */
const [HEAD, TAIL] = [2_000, 1_400];
export const WHOLE_MOST = HEAD + TAIL;
export const PIECES_MOST = 48;
/** A shorter line is one sentence; a shorter piece belongs to its neighbour. @unit UTF-16 units */
const [SENTENCES_LEAST, PIECE_LEAST] = [10, 4];
/** "Answer the following question:" before a text on the same line. @unit UTF-16 units */
const LEAD = { least: 3, most: 140 };
const LABEL_MOST = 64;
const TAG_MOST = 64;

const isEnd = unitTable(".!?…");
const isOpenEnd = unitTable("。！？।؟");
const isClosing = unitTable("\"'»”)]*_」』");
const isColon = unitTable(":：=>»");
const [NEWLINE, BLANK, QUOTE, BACKSLASH] = [10, 32, 34, 92] as const;
const [BAR, SEMICOLON, TAB, COMMA, COLON, LESS, BRACKET] = [124, 59, 9, 44, 58, 60, 91] as const;
const isBlankUnit = (unit: number): boolean => unit <= BLANK || unit === 0xa0 || unit === 0x3000;

/** "e.g. ", "Nr. 3", "J. Smith": the sentence goes on. */
const ABBREVIATED =
  /(?:^|[\s(])(?:\p{L}|\d{1,3}|e\.g|i\.e|z\.B|d\.h|Dr|Mr|Mrs|Ms|St|vs|No|Nr|Art|bzw|etc|p\.ex|np|ул|стр)\.\s{1,9}$/u;
const LABEL =
  /^\s*(?:#{1,6}\s|[-*•]\s|\*\*|[>«»]\s?)?(?:\[[^\]\n]{1,20}\]\s?)?[\p{L}\p{N}][\p{L}\p{N}\p{M} _#./()'’-]{0,30}\s?(?:[:：=]|>{1,3}|»{1,2})(?:\*\*)?(?=\s|$|["“])\s*/u;
const OPEN_LABEL = /^\s*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul} ]{1,10}[:：]/u;
const TAG = /<\/?\p{L}[\p{L}\p{N}_-]{0,30}(?:\s[^<>\n]{0,60})?>|<\|[a-z_]{2,20}\|>|\[\/?[A-Z]{2,12}\]/gu;
const JSON_STARTS = /^\s*[[{]\s*["{[]/;
const JSON_PAIR = /"\s{0,9}:/;
/** `17;Why do cats purr?;` and `31,"Why do cats purr?",`: a number, a text and an empty cell. */
const ROW_OF_SEMICOLONS = /^\s*[\w-]{1,12};[^;\n]{12,};\s*$/;
const ROW_OF_COMMAS = /^\s*[\w-]{1,12},".{8,}",?\s*$/;
const isRow = (line: string): boolean => ROW_OF_SEMICOLONS.test(line) || ROW_OF_COMMAS.test(line);

const unitsOf = createUnitCopy(WHOLE_MOST + TAG_MOST);

function unescape(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return text;
  }
}

/** A stretch of the turn that is split, with its units counted from the turn's first. */
interface Stretch {
  readonly text: string;
  readonly units: Uint16Array;
  readonly add: Add;
}

/** Start of the sentence behind one that ends at `at`, or -1. */
function afterEnd({ units }: Stretch, at: number, to: number): number {
  const isOpen = isOpenEnd[units[at]!] === 1;
  if (!isOpen && isEnd[units[at]!] !== 1) return -1;
  let next = at + 1;
  while (next < to && isClosing[units[next]!] === 1) next += 1;
  const marks = next;
  while (next < to && isBlankUnit(units[next]!)) next += 1;
  return next < to && (isOpen || next > marks) ? next : -1;
}

function addSentences(stretch: Stretch, from: number, to: number): void {
  const { text, units, add } = stretch;
  let start = from;
  if (to - from >= SENTENCES_LEAST)
    for (let at = from; at < to; at += 1) {
      const next = isLead(units, start, at) ? at + 2 : afterEnd(stretch, at, to);
      if (next < 0 || next - start < PIECE_LEAST || to - next < PIECE_LEAST) continue;
      if (units[at] === 46 && ABBREVIATED.test(text.slice(Math.max(start, next - 16), next))) continue;
      add("sentence", [start, next]);
      start = next;
      at = next - 1;
    }
  add("sentence", [start, to]);
}

/** Whether a colon at `at` ends what leads over to a text behind it. */
const isLead = (units: Uint16Array, start: number, at: number): boolean =>
  units[at] === COLON &&
  units[at + 1] === BLANK &&
  !isBlankUnit(units[at + 2]!) &&
  at - start >= LEAD.least &&
  at - start <= LEAD.most;

/** Not where a sentence ends in it, nor before less than a word: "claim = ?". */
const isLabel = (label: string, line: string): boolean =>
  !/[.!?]\s\p{L}/u.test(label) &&
  (label.length === line.length || line.slice(label.length).trim().length >= PIECE_LEAST);

function addProse(stretch: Stretch, from: number, to: number): void {
  const { text, units, add } = stretch;
  let colon = from;
  const last = Math.min(to, from + LABEL_MOST);
  while (colon < last && isColon[units[colon]!] !== 1) colon += 1;
  let start = from;
  if (colon < last) {
    const line = text.slice(from, Math.min(to, last + 8));
    const label = LABEL.exec(line) ?? OPEN_LABEL.exec(line);
    if (label !== null && isLabel(label[0], line)) start = Math.min(to, from + label[0].length);
    if (start > from) add("label", [from, start]);
  }
  if (start < to) addSentences(stretch, start, to);
}

/** Bars without a blank on either side are code or mathematics. */
const isBlankAround = (units: Uint16Array, at: number, [from, to]: Span): boolean =>
  (at === from || isBlankUnit(units[at - 1]!)) && (at === to - 1 || isBlankUnit(units[at + 1]!));

/** The sign between the cells of a row, or 0. */
function separatorOf({ text, units }: Stretch, from: number, to: number): number {
  let [bars, tabs, semicolons, isCsv] = [0, 0, 0, false];
  for (let at = from; at < to; at += 1) {
    const unit = units[at]!;
    if (unit === BAR && isBlankAround(units, at, [from, to])) bars += 1;
    else if (unit === TAB && at > from && at - from < 200) tabs += 1;
    else if (unit === SEMICOLON) semicolons += 1;
    else if (unit === COMMA && units[at + 1] === QUOTE) isCsv = true;
  }
  if (bars >= 2) return BAR;
  if (tabs > 0 && !isBlankUnit(units[from]!)) return TAB;
  if (semicolons < 2 && !isCsv) return 0;
  const line = text.slice(from, to);
  if (semicolons >= 2 && !line.includes("{") && !line.includes(" ")) return SEMICOLON;
  if (!isRow(line)) return 0;
  return isCsv ? COMMA : SEMICOLON;
}

/** Blanks, signs between cells and quotation marks, which enclose the text of a cell. */
const isCellEdge = (unit: number): boolean =>
  isBlankUnit(unit) || unit === BAR || unit === SEMICOLON || unit === COMMA || unit === QUOTE;

function addCells({ text, units, add }: Stretch, [from, to]: Span, sign: number): void {
  let start = from;
  const push = (end: number): void => {
    let [first, last] = [start, end];
    while (first < last && isCellEdge(units[first]!)) first += 1;
    while (last > first && isCellEdge(units[last - 1]!)) last -= 1;
    add("cell", [start, end], text.slice(first, last));
    start = end;
  };
  if (sign === COMMA) {
    push(text.indexOf(",", from) + 1);
    push(text.lastIndexOf('"', to) + 1);
  } else for (let at = from; at < to; at += 1) if (units[at] === sign) push(at + 1);
  push(to);
}

function addLine(stretch: Stretch, from: number, to: number): void {
  const { text, units, add } = stretch;
  const sign = separatorOf(stretch, from, to);
  if (sign !== 0) return addCells(stretch, [from, to], sign);
  let hasTag = false;
  for (let at = from; at < to && !hasTag; at += 1) hasTag = units[at] === LESS || units[at] === BRACKET;
  let start = from;
  if (hasTag)
    for (const { index, 0: tag } of text.slice(from, to).matchAll(TAG)) {
      if (from + index > start) addProse(stretch, start, from + index);
      start = from + index + tag.length;
      add("tag", [from + index, start]);
    }
  if (start < to) addProse(stretch, start, to);
}

/** Keys and strings between two places; numbers and marks belong to none. */
function addJson({ text, units, add }: Stretch, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    if (units[at] !== QUOTE) continue;
    let end = at + 1;
    while (end < to && units[end] !== QUOTE) end += units[end] === BACKSLASH ? 2 : 1;
    end = Math.min(end, to);
    let next = end + 1;
    while (next < to && isBlankUnit(units[next]!)) next += 1;
    const isKey = next < to && units[next] === COLON;
    add(isKey ? "key" : "string", [at, Math.min(to, end + 1)], unescape(text.slice(at + 1, end)));
    at = end;
  }
}

const looksJson = (text: string): boolean => JSON_STARTS.test(text) && JSON_PAIR.test(text);

/** A fence and what is in it. @returns where the line behind it begins */
function addFence(stretch: Stretch, [at, end, to]: readonly [number, number, number]): number {
  const { text, add } = stretch;
  const mark = text.slice(at, end).trim().slice(0, 3);
  const close = text.indexOf(`\n${mark}`, end);
  const stop = close === -1 || close > to ? to : close;
  add("fence", [at, end]);
  if (end + 1 < stop) {
    if (looksJson(text.slice(end + 1, stop))) addJson(stretch, end + 1, stop);
    else if (mark === '"""') splitLines(stretch, end + 1, stop);
    else add("block", [end + 1, stop]);
  }
  if (stop >= to) return to;
  const closed = Math.min(to, stop + 1 + mark.length);
  add("fence", [stop + 1, closed]);
  return closed;
}

/** Tags that hold words on how to answer. */
const RULES = /^(?:instructions?|rules|system|format)$/i;
const DOCUMENT = /<([A-Za-z][\w:.-]{0,60})/y;

/** End of the document in tags that begins at `at`, or -1. */
function documentEnd(text: string, at: number, to: number): number {
  DOCUMENT.lastIndex = at;
  const name = DOCUMENT.exec(text)?.[1];
  if (name === undefined || RULES.test(name) || classifyTag(name) !== "document") return -1;
  const close = `</${name}>`;
  const end = text.indexOf(close, at);
  return end === -1 || end + close.length > to ? -1 : end + close.length;
}

function splitLines(stretch: Stretch, from: number, to: number): void {
  const { text, units, add } = stretch;
  for (let at = from; at < to;) {
    let end = at;
    while (end < to && units[end] !== NEWLINE) end += 1;
    let first = at;
    while (first < end && isBlankUnit(units[first]!)) first += 1;
    const unit = units[first]!;
    const document = unit === LESS ? documentEnd(text, first, to) : -1;
    const isFence = (unit === 96 || unit === QUOTE) && units[first + 1] === unit && units[first + 2] === unit;
    if (first === end) at = end + 1;
    else if (document > 0) {
      add("document", [first, document]);
      at = document;
    } else if (isFence) at = addFence(stretch, [at, end, to]);
    else if ((unit === 123 || unit === BRACKET) && looksJson(text.slice(first, to))) {
      const region = text.slice(first, to);
      const close = Math.max(region.lastIndexOf("}"), region.lastIndexOf("]"));
      const stop = close > 0 ? first + close + 1 : end;
      addJson(stretch, first, stop);
      at = stop;
    } else {
      addLine(stretch, at, end);
      at = end + 1;
    }
  }
}

/** Line breaks between two places, two at most. */
function breaksBetween(text: string, from: number, to: number): Piece["breaks"] {
  const first = text.indexOf("\n", from);
  if (first === -1 || first >= to) return 0;
  const second = text.indexOf("\n", first + 1);
  return second === -1 || second >= to ? 1 : 2;
}

/** Joins all but the first and the last pieces where there are too many. */
function joinMiddle(text: string, pieces: readonly Piece[]): readonly Piece[] {
  if (pieces.length <= PIECES_MOST) return pieces;
  const edge = PIECES_MOST / 2;
  const [first, last] = [pieces.slice(0, edge), pieces.slice(1 - edge)];
  const [from, to] = [first.at(-1)!.to, last[0]!.from];
  return [...first, { kind: "block", from, to, text: text.slice(from, to), breaks: 1 }, ...last];
}

/** @returns in their order; none for a blank text */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  const splitPart = (part: string, offset: number): void => {
    let end = 0;
    const add: Add = (kind, [from, to], own = part.slice(from, to).trim()) => {
      if (own === "") return;
      const breaks = pieces.length === 0 ? 2 : breaksBetween(part, end, from);
      pieces.push({ kind, from: offset + from, to: offset + to, text: own, breaks });
      // Blanks behind a piece belong to it, line breaks do not.
      for (end = to; end > from && part.charCodeAt(end - 1) <= BLANK; end -= 1);
    };
    splitLines({ text: part, units: unitsOf(part), add }, 0, part.length);
  };
  if (text.length <= WHOLE_MOST) splitPart(text, 0);
  else {
    const line = text.lastIndexOf("\n", HEAD);
    const head = line > HEAD / 10 ? line : HEAD;
    const next = text.slice(-TAIL).indexOf("\n");
    const tail = text.length - TAIL + (next === -1 || next > TAIL - TAIL / 10 ? 0 : next);
    splitPart(text.slice(0, head), 0);
    pieces.push({ kind: "block", from: head, to: tail, text: text.slice(head, tail), breaks: 1 });
    splitPart(text.slice(tail), tail);
  }
  return joinMiddle(text, pieces);
}
