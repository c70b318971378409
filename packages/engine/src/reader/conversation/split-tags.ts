// Takes tagged blocks out of a turn: harness text vanishes, documents go aside, a tagged question leads.
// One pass with a bounded number of tags: hostile text cannot make it slow.
import { classifyTag } from "../text/tag-classes.ts";
import type { TagClass } from "../text/tag-classes.ts";

interface TaggedText {
  /** The rest of the turn, outside the blocks. */
  readonly rest: string;
  /** Text between question tags; empty when there are none. */
  readonly question: string;
  readonly documents: readonly string[];
  readonly hasHarness: boolean;
}

interface Block {
  readonly start: number;
  readonly end: number;
  readonly inner: string;
  readonly tagClass: TagClass;
}

const TAGS_MAX = 200;
const TAG_CHARS_MAX = 400;
/** Shorter documents stay in the text: the question is about them. */
const DOCUMENT_CHARS_MIN = 400;
const OPEN_TAG = /<([A-Za-z][\w:.-]{0,60})/y;

export function splitTags(text: string): TaggedText {
  const kept: string[] = [];
  const documents: string[] = [];
  const questions: string[] = [];
  let hasHarness = false;
  let from = 0;
  for (const block of findBlocks(text)) {
    if (block.tagClass === "document" && block.inner.length < DOCUMENT_CHARS_MIN) continue;
    kept.push(text.slice(from, block.start));
    from = block.end;
    if (block.tagClass === "harness") hasHarness = true;
    else (block.tagClass === "question" ? questions : documents).push(block.inner.trim());
  }
  kept.push(text.slice(from));
  return { rest: kept.join("\n").trim(), question: questions.join("\n"), documents, hasHarness };
}

/** Outermost classified blocks, in order; a tag that is never closed is plain text. */
function findBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let at = text.indexOf("<");
  for (let tags = 0; at !== -1 && tags < TAGS_MAX; tags += 1) {
    const block = blockAt(text, at);
    if (block !== undefined) blocks.push(block);
    at = text.indexOf("<", block === undefined ? at + 1 : block.end);
  }
  return blocks;
}

function blockAt(text: string, at: number): Block | undefined {
  OPEN_TAG.lastIndex = at;
  const name = OPEN_TAG.exec(text)?.[1];
  const tagClass = name === undefined ? undefined : classifyTag(name);
  if (name === undefined || tagClass === undefined) return undefined;
  const open = text.indexOf(">", at);
  if (open === -1 || open - at > TAG_CHARS_MAX) return undefined;
  const close = text.indexOf(`</${name}>`, open);
  if (close === -1) return undefined;
  return { start: at, end: close + name.length + 3, inner: text.slice(open + 1, close), tagClass };
}
