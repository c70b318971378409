// Marks in a zone beside its words: questions, numbers, code, formulas, layout. One pass, counts only.
import { createUnitCopy } from "../../kernels/copy-units.ts";

interface TextMarks {
  lines: number;
  digits: number;
  /** Brackets, semicolons, equals signs and the like. */
  codeMarks: number;
  /** Signs that only mathematics and its typesetting use. */
  mathMarks: number;
  questions: number;
  pipes: number;
  quotes: number;
  fences: number;
  endsInQuestion: boolean;
  endsInColon: boolean;
}

const CODE = 1;
const MATH = 2;
const QUESTION = 3;
const QUOTE = 4;
const PIPE = 5;
const DIGIT = 6;
const LINE = 7;
const FENCE = 8;
const kinds = new Uint8Array(65_536);
const assign = (characters: string, kind: number): void => {
  for (const character of characters) kinds[character.charCodeAt(0)] = kind;
};
assign("{}()[];=<>", CODE);
assign("$\\^∑∫≤≥∈∀∃√²³×÷≠≈∞∂∇", MATH);
assign("?？؟", QUESTION);
assign('"“”«»„「」', QUOTE);
assign("|", PIPE);
assign("0123456789", DIGIT);
assign("\n", LINE);
assign("`", FENCE);

const unitsOf = createUnitCopy(2_048);
/** Reused by the next text. */
const counts = new Uint32Array(9);

export function readMarks(text: string): TextMarks {
  const units = unitsOf(text);
  counts.fill(0);
  let lastKind = 0;
  let last = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = units[at]!;
    const kind = kinds[unit]!;
    counts[kind] = counts[kind]! + 1;
    if (unit > 32) {
      lastKind = kind;
      last = unit;
    }
  }
  return {
    lines: counts[LINE] ?? 0,
    digits: counts[DIGIT] ?? 0,
    codeMarks: counts[CODE] ?? 0,
    mathMarks: counts[MATH] ?? 0,
    questions: counts[QUESTION] ?? 0,
    pipes: counts[PIPE] ?? 0,
    quotes: counts[QUOTE] ?? 0,
    fences: counts[FENCE] ?? 0,
    endsInQuestion: lastKind === QUESTION,
    endsInColon: last === 58 || last === 0xff1a,
  };
}
