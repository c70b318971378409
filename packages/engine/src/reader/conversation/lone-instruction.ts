// An instruction that stands alone in the midst of a long text, with nothing asked at either end: it is moved to the front, where
// all that reads instructions looks for them.
import { instructionIn } from "./instruction-line.ts";

const TEXT_LEAST = 600;
/** Bounds of the line itself. @unit UTF-16 units */
const [LINE_LEAST, LINE_MOST] = [8, 260];
/** Text before and after it is prose, not talk: a dialogue has questions of its own. */
const NEIGHBOUR_LEAST = 80;
/** A speaker, or the number of an exercise: such a question belongs to the text. */
const LABELLED = /^\s{0,9}(?:[\p{L}\p{N}]{1,20} ?)?(?:[\p{L}\p{N}]{1,20}:|\d{1,4}[.)])/u;
const GAP = "\n\n";

interface Paragraph {
  readonly from: number;
  readonly to: number;
}

function edgesAsk(text: string): boolean {
  const trimmed = text.trim();
  const [first, last] = [trimmed.indexOf("\n"), trimmed.lastIndexOf("\n")];
  return instructionIn(trimmed.slice(0, first)) !== "" || instructionIn(trimmed.slice(last + 1)) !== "";
}

function asks(text: string, { from, to }: Paragraph): boolean {
  if (to - from < LINE_LEAST || to - from > LINE_MOST) return false;
  const line = text.slice(from, to);
  return !line.includes("\n") && !LABELLED.test(line) && instructionIn(line) !== "";
}

/** The only paragraph between two long ones that asks for something; undefined where there are none or several. */
function findLone(text: string): Paragraph | undefined {
  let lone: Paragraph | undefined;
  let from = 0;
  let before = 0;
  let gap = text.indexOf(GAP);
  while (gap !== -1) {
    const paragraph = { from, to: gap };
    const next = text.indexOf(GAP, gap + GAP.length);
    const after = (next === -1 ? text.length : next) - gap - GAP.length;
    if (before >= NEIGHBOUR_LEAST && after >= NEIGHBOUR_LEAST && asks(text, paragraph)) {
      if (lone !== undefined) return undefined;
      lone = paragraph;
    }
    before = gap - from;
    from = gap + GAP.length;
    gap = next;
  }
  return lone;
}

/** @returns `text` itself where nothing is to be moved; takes time linear in its length */
export function leadWithLoneInstruction(text: string): string {
  if (text.length < TEXT_LEAST) return text;
  const lone = findLone(text);
  if (lone === undefined || edgesAsk(text)) return text;
  const { from, to } = lone;
  return `${text.slice(from, to)}${GAP}${text.slice(0, from).trimEnd()}${GAP}${text.slice(to).trimStart()}`;
}
