// The prose of a Markdown page by paragraphs and list items: without code, tables, headings and front matter.

export interface ProseLine {
  /** Counted from 1. */
  readonly number: number;
  readonly text: string;
}

export interface Paragraph {
  readonly lines: readonly ProseLine[];
  /** The lines joined by spaces. */
  readonly text: string;
}

const FENCE = /^\s*(?:```|~~~)/;
const NO_PROSE = /^(?:\s*$|\s*\||#| {4}\S|<!--)/;
const ITEM = /^\s*(?:[-*]|\d+\.)\s/;

export function readProse(markdown: string): Paragraph[] {
  const paragraphs: ProseLine[][] = [];
  let current: ProseLine[] = [];
  let isCode = false;
  const close = (): void => {
    if (current.length > 0) paragraphs.push(current);
    current = [];
  };
  for (const [index, text] of markdown.split("\n").entries()) {
    const isFence = FENCE.test(text);
    if (isFence) isCode = !isCode;
    if (isFence || isCode || (NO_PROSE.test(text) && !(current.length > 0 && /^ {4}\S/.test(text)))) close();
    else {
      if (ITEM.test(text)) close();
      current.push({ number: index + 1, text });
    }
  }
  close();
  return paragraphs.map((lines) => ({ lines, text: lines.map(({ text }) => text.trim()).join(" ") }));
}
