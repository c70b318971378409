// A long pasted passage without tags, and the question that came with it. The question leads, the passage is its context;
// code is left whole, since there the passage itself is what makes the question hard.

const CHARS_MAX = 400;
/** A line that asks for something to be done with the text beside it. */
const INSTRUCTION =
  /[?？]\s*$|^(?:please |now |can you |could you |bitte |por favor )?(?:summari[sz]e|translate|explain|list|extract|answer|rewrite|shorten|classify|describe|compare|identify|analy[sz]e|review|proofread|correct|outline|tell|give|find|what|which|who|why|how|when|where|is|are|does|do|based on|fasse|übersetze|erkläre|liste|nenne|résume|traduis|explique|resume|traduce|explica|riassumi|traduci|总结|翻译|解释|概括|要約|翻訳)(?![a-z])/i;

/** The line without blanks around it, where it asks for something; else empty. */
function instructionIn(line: string): string {
  const trimmed = line.trim();
  return trimmed.length <= CHARS_MAX && INSTRUCTION.test(trimmed) ? trimmed : "";
}

interface SplitPassage {
  readonly question: string;
  /** Empty when the text is no passage with a question. */
  readonly passage: string;
}

const PASSAGE_CHARS_MIN = 3_000;
/** Share of signs above which a text is taken for code or formulas. */
const CODE_SHARE = 0.03;
const CODE_SIGNS = /[{}()[\];=<>\\$|_^]/g;
const QUESTION_LABEL =
  /(?:^|\n)[ \t]*(?:Question|Task|Query|Instruction|Frage|Aufgabe|Pregunta|问题|質問)[ \t]*[:：]/gi;
export function splitPassage(text: string): SplitPassage {
  if (text.length < PASSAGE_CHARS_MIN) return { passage: "", question: text };
  return splitAtLabel(text) ?? splitAtInstruction(text) ?? { passage: "", question: text };
}

/** The last explicit label, when most of the text stands before it. */
function splitAtLabel(text: string): SplitPassage | undefined {
  let at = -1;
  for (const match of text.matchAll(QUESTION_LABEL)) at = match.index;
  if (at < PASSAGE_CHARS_MIN / 2 || text.length - at <= 20) return undefined;
  return { passage: text.slice(0, at), question: text.slice(at).trim() };
}

/** A first or last line that gives an instruction for the prose between. */
function splitAtInstruction(text: string): SplitPassage | undefined {
  const signs = text.match(CODE_SIGNS)?.length ?? 0;
  if (signs > CODE_SHARE * text.length) return undefined;
  const firstEnd = text.indexOf("\n");
  const lastStart = text.lastIndexOf("\n");
  if (firstEnd === -1) return undefined;
  const first = instructionIn(text.slice(0, firstEnd));
  const last =
    lastStart > firstEnd ? instructionIn(text.slice(lastStart + 1)) : instructionIn(text.slice(firstEnd + 1));
  if (first === "" && last === "") return undefined;
  const passage = text.slice(first === "" ? 0 : firstEnd, last === "" ? text.length : lastStart);
  return passage.length < PASSAGE_CHARS_MIN / 2
    ? undefined
    : { passage: passage.trim(), question: `${first}\n${last}`.trim() };
}
