// A turn as parts that may each ask for something, or not: sentences, lines, and blocks that nobody types. Takes time linear in what
// is looked at, and looks at no more than the head and the tail of a long turn.
import { isSurelyPasted } from "./edge-lines.ts";

export interface TurnPart {
  readonly text: string;
  /** Its place in the text that was split. @unit UTF-16 units */
  readonly from: number;
  readonly to: number;
  /** Code, a log, a table, or what stands in a fence. */
  readonly isBlock: boolean;
  /** The first after a blank line, or of the text. */
  readonly isAfterBreak: boolean;
}

/** Lengths of a longer turn that are split, from its head and its tail. @unit UTF-16 units */
const [HEAD_UNITS, TAIL_UNITS] = [1_300, 900];
export const PARTS_MOST = 12;
/** Length looked at of parts that were joined: between the head and the tail may lie a megabyte. @unit UTF-16 units */
const JOINED_UNITS = 400;
/** A shorter line is one part. @unit UTF-16 units */
const SENTENCES_LEAST = 24;
/** A piece that is shorter belongs to the sentence before it. @unit UTF-16 units */
const PIECE_LEAST = 4;
const SENTENCE_END = /[.!?…]["'»”)\]*_]{0,4}\s+(?=\S)|[。！？।؟]["'」』”)]{0,4}\s{0,4}/g;
/** "e.g. ", "Nr. 3", "J. Smith": the sentence goes on. */
const ABBREVIATED =
  /(?:^|[\s(])(?:\p{L}|\d{1,3}|e\.g|i\.e|z\.B|d\.h|Dr|Mr|Mrs|Ms|St|vs|No|Nr|Art|bzw|etc|p\.ex|np|ул|стр)\.\s{1,9}$/u;
const ABBREVIATION_UNITS = 16;
const isFence = (line: string): boolean => line.startsWith("```") || line.startsWith('"""');

type Span = readonly [from: number, to: number];

/** Sentences of the line between two places. */
function addSentences(text: string, [from, to]: Span, add: (span: Span) => void): void {
  if (to - from < SENTENCES_LEAST) return add([from, to]);
  const line = text.slice(from, to);
  let start = 0;
  for (const { index, 0: end } of line.matchAll(SENTENCE_END)) {
    const next = index + end.length;
    if (next - start < PIECE_LEAST || line.length - next < PIECE_LEAST) continue;
    if (ABBREVIATED.test(line.slice(Math.max(start, next - ABBREVIATION_UNITS), next))) continue;
    add([from + start, from + next]);
    start = next;
  }
  add([from + start, to]);
}

/** Neighbours in the middle are joined until there are no more than `PARTS_MOST`. */
function joinMiddle(text: string, parts: readonly TurnPart[]): readonly TurnPart[] {
  if (parts.length <= PARTS_MOST) return parts;
  const edge = PARTS_MOST / 3;
  const middle = parts.slice(edge, -edge);
  const size = Math.ceil(middle.length / edge);
  const joined = Array.from({ length: Math.ceil(middle.length / size) }, (_, at): TurnPart => {
    const group = middle.slice(at * size, (at + 1) * size);
    const first = group[0]!;
    const to = Math.min(group.at(-1)!.to, first.from + JOINED_UNITS);
    const blocks = group.filter(({ isBlock }) => isBlock).length;
    return {
      text: text.slice(first.from, to),
      from: first.from,
      to,
      isBlock: blocks * 2 > group.length,
      isAfterBreak: first.isAfterBreak,
    };
  });
  return [...parts.slice(0, edge), ...joined, ...parts.slice(-edge)];
}

function splitSpan(text: string, [start, end]: Span): TurnPart[] {
  const parts: TurnPart[] = [];
  let block = -1;
  let isBlockAfterBreak = false;
  let isFenced = false;
  let isAfterBreak = true;
  const push = ([from, to]: Span, isBlock: boolean, isFirst: boolean): void => {
    parts.push({ text: text.slice(from, to), from, to, isBlock, isAfterBreak: isFirst });
  };
  const endBlock = (to: number): void => {
    if (block >= 0) push([block, to], true, isBlockAfterBreak);
    block = -1;
  };
  for (let from = start; from < end;) {
    const newline = text.indexOf("\n", from);
    const to = newline === -1 || newline > end ? end : newline;
    const line = text.slice(from, to);
    const trimmed = line.trimStart();
    const opensFence = isFence(trimmed);
    if (!isFenced && trimmed === "") {
      endBlock(from);
      isAfterBreak = true;
    } else if (isFenced || opensFence || isSurelyPasted(line)) {
      if (opensFence && !isFenced) endBlock(from);
      if (block < 0) [block, isBlockAfterBreak] = [from, isAfterBreak];
      if (opensFence) isFenced = !isFenced;
      if (opensFence && !isFenced) endBlock(to);
      isAfterBreak = false;
    } else {
      endBlock(from);
      addSentences(text, [from, to], (span) => {
        push(span, false, isAfterBreak);
        isAfterBreak = false;
      });
    }
    from = to + 1;
  }
  endBlock(end);
  return parts;
}

/** @returns in their order; none for a blank text */
export function partsOf(text: string): readonly TurnPart[] {
  const spans: readonly Span[] =
    text.length <= HEAD_UNITS + TAIL_UNITS
      ? [[0, text.length]]
      : [
          [0, HEAD_UNITS],
          [text.length - TAIL_UNITS, text.length],
        ];
  return joinMiddle(
    text,
    spans.flatMap((span) => splitSpan(text, span)),
  );
}
