// A line that asks for something by how it begins, or by its question mark.

const CHARS_MAX = 400;
/** A line that asks for something to be done with the text beside it. */
const INSTRUCTION =
  /[?？]\s*$|^(?:please |now |can you |could you |bitte |por favor )?(?:summari[sz]e|translate|explain|list|extract|answer|rewrite|shorten|classify|describe|compare|identify|analy[sz]e|review|proofread|correct|outline|tell|give|find|what|which|who|why|how|when|where|is|are|does|do|based on|fasse|übersetze|erkläre|liste|nenne|résume|traduis|explique|resume|traduce|explica|riassumi|traduci|总结|翻译|解释|概括|要約|翻訳)(?![a-z])/i;

/** The line without blanks around it, where it asks for something; else empty. */
export function instructionIn(line: string): string {
  const trimmed = line.trim();
  return trimmed.length <= CHARS_MAX && INSTRUCTION.test(trimmed) ? trimmed : "";
}
