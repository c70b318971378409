// Published pages keep lines of prose under 120 characters, so that a change of one sentence is a change of few lines.

const WIDTH = 118;
const FENCE = /^\s*(?:```|~~~)/;
/** Blank lines, tables, headings, quotes, comments and indented code stay as they are. */
const FIXED = /^(?:\s*$|\s*\||#|> |<!--| {4}\S)/;
const ITEM = /^\s*(?:[-*]|\d+\.)\s+/;
/** Beginnings that Markdown would read as the begin of a list, a heading or a quote when it stood at the begin of a line. */
const NO_BEGIN = /^(?:[-+*#>|=]+|\d+[.)])$/;

/** Words, with the blanks inside of code kept. */
const wordsOf = (line: string): string[] => line.match(/(?:`[^`]*`|[^\s`])+|`/g) ?? [];

function wrapLine(line: string): string[] {
  const lead = ITEM.exec(line)?.[0] ?? /^\s*/.exec(line)?.[0] ?? "";
  const lines: string[] = [];
  let current = "";
  for (const word of wordsOf(line.slice(lead.length))) {
    const longer = current === "" ? word : `${current} ${word}`;
    if (current !== "" && lead.length + longer.length > WIDTH && !NO_BEGIN.test(word)) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current].map((text, index) => (index === 0 ? lead : " ".repeat(lead.length)) + text);
}

/** Breaks long lines of Markdown prose between words; everything else stays byte for byte. */
export function wrapProse(markdown: string): string {
  let isCode = false;
  return markdown
    .split("\n")
    .flatMap((line) => {
      const isFence = FENCE.test(line);
      if (isFence) isCode = !isCode;
      return isFence || isCode || line.length <= WIDTH || FIXED.test(line) ? [line] : wrapLine(line);
    })
    .join("\n");
}
