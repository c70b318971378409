// A short turn as it would be typed on one line. Headings, lists, quotes and fences say how somebody writes, and where all of it is
// the instruction they say nothing of what is asked.

/** Headings, quotes, bullets and numbers that a line begins with. */
const LINE_MARKS = /^(?:#{1,6} |> ?|[-*+] |\d{1,2}[.)] )/;
const FENCE = "```";
const STAR = "*".charCodeAt(0);
const isBlank = (unit: number): boolean => unit <= 32 || Number.isNaN(unit);

/** Without the stars of emphasis, which have a blank on one side at most: a product keeps its own. */
function withoutStars(line: string): string {
  if (!line.includes("*")) return line;
  const parts = line.match(/[^*]+|\*+/g) ?? [];
  return parts
    .filter((part, at) => {
      if (part.charCodeAt(0) !== STAR) return true;
      const [before = "", after = ""] = [parts[at - 1], parts[at + 1]];
      return isBlank(before.charCodeAt(before.length - 1)) && isBlank(after.charCodeAt(0));
    })
    .join("");
}

/** Longer turns have a layout that carries meaning. @unit UTF-16 units */
const SHORT_UNITS = 260;

/** One line, without the marks of Markdown; a longer text as it is. */
export function plainTurn(text: string): string {
  if (text.length > SHORT_UNITS) return text;
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith(FENCE))
    .map((line) => withoutStars(line.replace(LINE_MARKS, "")))
    .join(" ");
}
