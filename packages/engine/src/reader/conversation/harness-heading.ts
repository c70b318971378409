// Headings under which harnesses paste their own files and state. Each is judged as one short line, so that no gap of a
// pattern meets more text than such a heading ever has.

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
