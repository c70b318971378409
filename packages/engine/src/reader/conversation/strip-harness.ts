// Harness text that wears no tags: environment dumps and instruction files pasted into a user turn.
// A turn is read line by line, forwards and once: no heading can send the scan back to the beginning.

/** Lines of an environment dump. One alone may be part of a question; two or more are a dump. */
const ENVIRONMENT_LINE =
  /^[ \t]*(?:-[ \t]*)?(?:Working directory|Primary working directory|Is (?:directory )?a git repo(?:sitory)?|Platform|OS Version|Shell|Today's date|Current (?:date|time|working directory|branch|mode|user)|Main branch(?: \([^)\n]{0,80}\))?|Git status|Git user|Model name|Knowledge cutoff|IDE version|Workspace (?:folder|root|path))[ \t]*:/i;
const ENVIRONMENT_LINES_MIN = 2;
/** The words of such a line stand at its beginning. @unit UTF-16 units */
const ENVIRONMENT_CHARS = 200;
const NEXT_HEADING = /^#{1,6}[ \t]/;
const SECTIONS_MAX = 12;

// Headings under which harnesses paste their own files and state: each is one short line, so no gap meets more text than that.
/** Two patterns, each with one open end: neither can try one stretch of text in two ways. */
const SECTION =
  /^#{1,6}[ \t]*(?:claudeMd|gitStatus|currentDate|userEmail|VSCode [^\n]{0,40}|Current (?:Working Directory|Time|Mode|Cost)[^\n]{0,80}|Context Window Usage|(?:AGENTS|CLAUDE|GEMINI)\.md[^\n]{0,200}|\.cursorrules)$/i;
const INSTRUCTION_FILE = /(?:CLAUDE|AGENTS|GEMINI|MEMORY)(?:\.local)?\.md/i;
const CONTENTS_OF = "contents of ";
/** A longer line is prose. @unit UTF-16 units */
const HEADING_CHARS_MAX = 530;

/** @param line without its line break */
export function isHarnessHeading(line: string): boolean {
  const isMarked = line.startsWith("#");
  if (!isMarked && line.slice(0, CONTENTS_OF.length).toLowerCase() !== CONTENTS_OF) return false;
  const heading = line.trimEnd();
  if (heading.length > HEADING_CHARS_MAX) return false;
  return (isMarked ? SECTION : INSTRUCTION_FILE).test(heading);
}

interface StrippedText {
  readonly text: string;
  readonly isStripped: boolean;
}

/** Headings of sections begin with "#" or "contents of", lines of a dump with one of these and their words end in a colon. */
const HEADING_STARTS = "#Cc";
const ENVIRONMENT_STARTS = "- \tWwPpIiOoSsTtCcMmGgKk";
const startsWithOneOf = (signs: string, text: string, at: number): boolean =>
  at < text.length && signs.includes(text[at]!);

/** False only where no section can begin and too few lines can belong to a dump: most turns need no closer look. */
function mayHoldHarness(text: string): boolean {
  let dumped = 0;
  for (let at = 0; at < text.length;) {
    const found = text.indexOf("\n", at);
    const end = found === -1 ? text.length : found;
    if (startsWithOneOf(HEADING_STARTS, text, at) && isHarnessHeading(text.slice(at, end))) return true;
    const mayBeDumped = startsWithOneOf(ENVIRONMENT_STARTS, text, at);
    if (mayBeDumped && ENVIRONMENT_LINE.test(text.slice(at, Math.min(end, at + ENVIRONMENT_CHARS))))
      dumped += 1;
    if (dumped >= ENVIRONMENT_LINES_MIN) return true;
    at = end + 1;
  }
  return false;
}

/** Removes environment dumps and pasted instruction files; the last paragraph after such a file is kept as the question. */
export function stripHarness(text: string): StrippedText {
  if (!mayHoldHarness(text)) return { text: text.trim(), isStripped: false };
  const lines = stripSections(text.split("\n"));
  const rest = lines.map((line) => (ENVIRONMENT_LINE.test(line.slice(0, ENVIRONMENT_CHARS)) ? "" : line));
  const changed = lines.filter((line, index) => line !== rest[index]).length;
  const result = (changed >= ENVIRONMENT_LINES_MIN ? rest : lines).join("\n");
  return { text: result.trim(), isStripped: result !== text };
}

/** A section ends at the next heading; without one, all but its last paragraph goes. An empty line takes its place. */
function stripSections(lines: readonly string[]): readonly string[] {
  const kept: string[] = [];
  let at = 0;
  for (let sections = 0; sections < SECTIONS_MAX; sections += 1) {
    const heading = findLine(lines, at, isHarnessHeading);
    if (heading === -1) break;
    for (; at < heading; at += 1) kept.push(lines[at] ?? "");
    kept.push("");
    const next = findLine(lines, heading + 1, (line) => NEXT_HEADING.test(line));
    at = next === -1 ? startOfLastParagraph(lines, heading + 1) : next;
  }
  if (at === 0) return lines;
  for (; at < lines.length; at += 1) kept.push(lines[at] ?? "");
  return kept;
}

function findLine(lines: readonly string[], from: number, isWanted: (line: string) => boolean): number {
  for (let at = from; at < lines.length; at += 1) if (isWanted(lines[at] ?? "")) return at;
  return -1;
}

/** The empty line before the last text; the end where there is none. */
function startOfLastParagraph(lines: readonly string[], from: number): number {
  let last = lines.length - 1;
  while (last >= from && (lines[last] ?? "").trim() === "") last -= 1;
  for (let at = last - 1; at >= from; at -= 1) if (lines[at] === "") return at;
  return lines.length;
}
