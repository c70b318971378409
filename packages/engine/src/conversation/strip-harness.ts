// Harness text that wears no tags: environment dumps and instruction files pasted into a user turn.

/** Lines of an environment dump. One alone may be part of a question; two or more are a dump. */
const ENVIRONMENT_LINE =
  /^[ \t]*(?:-[ \t]*)?(?:Working directory|Primary working directory|Is (?:directory )?a git repo(?:sitory)?|Platform|OS Version|Shell|Today's date|Current (?:date|time|working directory|branch|mode|user)|Main branch(?: \([^)\n]{0,80}\))?|Git status|Git user|Model name|Knowledge cutoff|IDE version|Workspace (?:folder|root|path))[ \t]*:[^\n]*$/gim;
const ENVIRONMENT_LINES_MIN = 2;

/** Headings under which harnesses paste their own files and state. */
const HARNESS_HEADING =
  /^(?:#{1,6}[ \t]*(?:claudeMd|gitStatus|currentDate|userEmail|VSCode [^\n]{0,40}|Current (?:Working Directory|Time|Mode|Cost)[^\n]{0,80}|Context Window Usage|AGENTS\.md[^\n]{0,200}|CLAUDE\.md[^\n]{0,200}|GEMINI\.md[^\n]{0,200}|\.cursorrules)|Contents of [^\n]{0,300}(?:CLAUDE|AGENTS|GEMINI|MEMORY)(?:\.local)?\.md[^\n]{0,200})[ \t]*$/im;
const NEXT_HEADING = /\n(?=#{1,6}[ \t])/;
const SECTIONS_MAX = 12;

export interface StrippedText {
  readonly text: string;
  readonly isStripped: boolean;
}

/** Removes environment dumps and pasted instruction files; the last paragraph after such a file is kept as the question. */
export function stripHarness(text: string): StrippedText {
  const withoutSections = stripSections(text);
  const lines = withoutSections.match(ENVIRONMENT_LINE);
  const result =
    lines !== null && lines.length >= ENVIRONMENT_LINES_MIN
      ? withoutSections.replace(ENVIRONMENT_LINE, "")
      : withoutSections;
  return { text: result.trim(), isStripped: result !== text };
}

function stripSections(text: string): string {
  let rest = text;
  for (let i = 0; i < SECTIONS_MAX; i += 1) {
    const heading = HARNESS_HEADING.exec(rest);
    if (heading === null) return rest;
    const bodyStart = heading.index + heading[0].length;
    const body = rest.slice(bodyStart);
    const next = NEXT_HEADING.exec(body);
    const after = next === null ? lastParagraph(body) : body.slice(next.index);
    rest = `${rest.slice(0, heading.index)}${after}`;
  }
  return rest;
}

function lastParagraph(body: string): string {
  const trimmed = body.trimEnd();
  const at = trimmed.lastIndexOf("\n\n");
  return at === -1 ? "" : trimmed.slice(at);
}
