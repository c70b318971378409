// Regular expressions as they stand in source text. Formatted code makes it plain where a slash begins one: behind an
// operator, an opening bracket or a keyword.
export interface FoundPattern {
  readonly source: string;
  readonly flags: string;
  readonly line: number;
}

const BEFORE_PATTERN = /(?:[(,=:[!&|?{};+*~^<>-]|\b(?:return|typeof|case|of|in))$/;
const FLAGS = /^[a-z]*/;

/** Index behind a text in quotes, or behind a template as far as its first `${`. */
function skipQuoted(code: string, from: number): number {
  const quote = code[from];
  for (let at = from + 1; at < code.length; at += 1) {
    if (code[at] === "\\") at += 1;
    else if (code[at] === quote) return at + 1;
  }
  return code.length;
}

function skipComment(code: string, from: number): number {
  const isLine = code[from + 1] === "/";
  const end = code.indexOf(isLine ? "\n" : "*/", from + 2);
  return end === -1 ? code.length : end + (isLine ? 0 : 2);
}

/** Index of the slash that ends the pattern; -1 when the line ends first. */
function endOfPattern(code: string, from: number): number {
  let isInClass = false;
  for (let at = from + 1; at < code.length && code[at] !== "\n"; at += 1) {
    const unit = code[at];
    if (unit === "\\") at += 1;
    else if (unit === "[") isInClass = true;
    else if (unit === "]") isInClass = false;
    else if (unit === "/" && !isInClass) return at;
  }
  return -1;
}

export function findPatterns(code: string): FoundPattern[] {
  const found: FoundPattern[] = [];
  let at = 0;
  let before = "";
  while (at < code.length) {
    const unit = code[at] ?? "";
    if (unit === '"' || unit === "'" || unit === "`") at = skipQuoted(code, at);
    else if (unit === "/" && (code[at + 1] === "/" || code[at + 1] === "*")) at = skipComment(code, at);
    else if (unit === "/" && BEFORE_PATTERN.test(before)) {
      const end = endOfPattern(code, at);
      if (end !== -1) {
        const flags = FLAGS.exec(code.slice(end + 1, end + 9))?.[0] ?? "";
        found.push({ source: code.slice(at + 1, end), flags, line: code.slice(0, at).split("\n").length });
      }
      at = end === -1 ? at + 1 : end + 1;
      before = "";
      continue;
    } else at += 1;
    if (unit.trim() !== "") before = (before + unit).slice(-8);
  }
  return found;
}
