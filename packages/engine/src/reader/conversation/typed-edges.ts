// Which edges of a turn were typed, and which were pasted beside the instruction. @source logistic regression, fitted on the
// requests of the task atlas whose carried texts are known.
import { EDGE_WEIGHTS } from "./edge-weights.data.ts";
import { BESIDE_SIGNS, readLine } from "./edge-lines.ts";
import type { LineSigns } from "./edge-lines.ts";

export interface TypedEdges {
  readonly isOpeningTyped: boolean;
  readonly isClosingTyped: boolean;
}

const BOTH_TYPED: TypedEdges = { isOpeningTyped: true, isClosingTyped: true };
const SCRIPTS_APART = 0.3;
const LINES_MANY = 8;
/** Below this chance that exactly one edge was pasted, both are looked at as if they were typed. */
const SURE = 0.5;

/** Lines that are not blank: the first two, the last two, and how many there are, up to one more than many. */
interface EdgeLines {
  readonly first: readonly [number, string][];
  readonly last: readonly [number, string][];
  readonly count: number;
}

function edgeLinesOf(text: string): EdgeLines {
  const lines = text.split("\n");
  const first: [number, string][] = [];
  const last: [number, string][] = [];
  let count = 0;
  for (let at = 0; at < lines.length && count <= LINES_MANY; at += 1) {
    if (lines[at]!.trim() === "") continue;
    count += 1;
    if (first.length < 2) first.push([at, lines[at]!]);
  }
  for (let at = lines.length - 1; at >= 0 && last.length < 2; at -= 1)
    if (lines[at]!.trim() !== "") last.push([at, lines[at]!]);
  return { first, last, count };
}

interface EdgeLine extends LineSigns {
  /** Number of the line. */
  readonly at: number;
}

const edgeLine = ([at, text]: readonly [number, string]): EdgeLine => ({ ...readLine(text), at });

/** Signs of both edges, beginning with a 1; an edge is known by its line, the line beside it and the other edge. */
interface EdgeSigns {
  readonly opening: readonly number[];
  readonly closing: readonly number[];
  /** The only edge of the two that nobody types. */
  readonly surelyPasted: "opening" | "closing" | undefined;
}

interface Whole {
  readonly count: number;
  readonly units: number;
}

function signsOf(line: EdgeLine, [beside, other]: readonly [EdgeLine, EdgeLine], whole: Whole): number[] {
  const { count, units } = whole;
  return [
    1,
    ...line.signs,
    ...beside.signs.slice(0, BESIDE_SIGNS),
    ...other.signs,
    Number(Math.abs(line.otherScript - beside.otherScript) > SCRIPTS_APART),
    Number(Math.abs(line.otherScript - other.otherScript) > SCRIPTS_APART),
    Number(Math.abs(line.at - beside.at) > 1),
    Number(count === 2),
    Number(count > LINES_MANY),
    Math.min(units, 3_000) / 1_000,
  ];
}

/** Undefined where the turn is one line. */
export function readEdgeSigns(text: string): EdgeSigns | undefined {
  const { first, last, count } = edgeLinesOf(text);
  if (count < 2) return undefined;
  const [opening, second, closing, lastButOne] = [...first, ...last].map(edgeLine);
  if (!opening || !second || !closing || !lastButOne) return undefined;
  const whole = { count, units: text.length };
  const surely = opening.isSurelyPasted ? "opening" : "closing";
  return {
    opening: signsOf(opening, [second, closing], whole),
    closing: signsOf(closing, [lastButOne, opening], whole),
    surelyPasted: opening.isSurelyPasted === closing.isSurelyPasted ? undefined : surely,
  };
}

function chanceOf(signs: readonly number[], weights: readonly number[]): number {
  let logit = 0;
  for (let at = 0; at < signs.length; at += 1) logit += signs[at]! * weights[at]!;
  return 1 / (1 + Math.exp(-logit));
}

/** A turn of one line was typed as a whole; where both edges seem pasted, nothing tells which of them asks. */
export function readTypedEdges(text: string): TypedEdges {
  const signs = readEdgeSigns(text);
  if (signs === undefined) return BOTH_TYPED;
  const { surelyPasted } = signs;
  if (surelyPasted !== undefined)
    return { isOpeningTyped: surelyPasted === "closing", isClosingTyped: surelyPasted === "opening" };
  const atOpening = chanceOf(signs.opening, EDGE_WEIGHTS.opening);
  const atClosing = chanceOf(signs.closing, EDGE_WEIGHTS.closing);
  const closingOnly = (1 - atOpening) * atClosing;
  const openingOnly = atOpening * (1 - atClosing);
  const likeliest = Math.max(closingOnly, openingOnly);
  if (likeliest < SURE * (1 - atOpening * atClosing)) return BOTH_TYPED;
  return { isOpeningTyped: likeliest === closingOnly, isClosingTyped: likeliest === openingOnly };
}
