// Cuts the records out of one JSON text, chunk by chunk: the objects of a list, of the list in a page, or objects one after
// another. Only the record in hand is kept, so a file may be longer than the memory.
import { isRecord } from "@signalbox/contracts";

/** Lists that hold the records of a page, by their path. */
const PAGES: ReadonlySet<string> = new Set(
  "data results results.results records rows logs spans observations traces items output_items resourceSpans".split(
    " ",
  ),
);

interface Cut {
  /** Line on which the record begins, from 1. */
  readonly line: number;
  /** Undefined for a record that is longer than is read, or that breaks off. */
  readonly text: string | undefined;
}

interface Level {
  readonly isList: boolean;
  /** Records are the objects of this list. */
  readonly holdsRecords: boolean;
  readonly path: string;
}

const QUOTE = 34;
const BACKSLASH = 92;
const NEWLINE = 10;
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];
const NAME_CHARS_MAX = 64;

export class JsonCutter {
  readonly #charsMax: number;
  readonly #levels: Level[] = [];
  #line = 1;
  #isInString = false;
  #isEscaped = false;
  /** The last text at a level above the records, which may name a list. */
  #name = "";
  /** The record that is being cut: its depth, its line and its text so far. */
  #record: { depth: number; line: number; text: string | undefined } | undefined;

  /** @param charsMax longest record that is kept */
  constructor(charsMax: number) {
    this.#charsMax = charsMax;
  }

  *feed(chunk: string): Generator<Cut> {
    let start = 0;
    for (let i = 0; i < chunk.length; i += 1) {
      const unit = chunk.charCodeAt(i);
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (unit === BACKSLASH) this.#isEscaped = true;
        else if (unit === QUOTE) this.#isInString = false;
        else if (this.#levels.length <= 2 && this.#name.length < NAME_CHARS_MAX) this.#name += chunk[i]!;
      } else if (unit === QUOTE) {
        this.#isInString = true;
        if (this.#levels.length <= 2) this.#name = "";
      } else if (unit === NEWLINE) this.#line += 1;
      else if (unit === OPEN_LIST || unit === OPEN_OBJECT) {
        if (this.#open(unit === OPEN_LIST)) start = i;
      } else if (unit === CLOSE_LIST || unit === CLOSE_OBJECT) {
        const ends = this.#record?.depth === this.#levels.length;
        this.#levels.pop();
        if (ends) yield this.#take(chunk.slice(start, i + 1));
        if (ends) start = i + 1;
      }
    }
    this.#hold(chunk.slice(start));
  }

  /** The record that breaks off, if one does. */
  *end(): Generator<Cut> {
    if (this.#levels.length > 0) yield { line: this.#record?.line ?? this.#line, text: undefined };
  }

  /** @returns whether a record begins here */
  #open(isList: boolean): boolean {
    const above = this.#levels.at(-1);
    const path =
      above === undefined || above.isList ? "" : [above.path, this.#name].filter(Boolean).join(".");
    const isPage = isList && this.#levels.length <= 2 && above?.isList === false && PAGES.has(path);
    const isInner = this.#record !== undefined && this.#record.depth > 1;
    this.#levels.push({ isList, path, holdsRecords: !isInner && isList && (above === undefined || isPage) });
    // The object around the list of a page is no record.
    if (isPage && !isInner) this.#record = undefined;
    if (isList || this.#record !== undefined) return false;
    if (above !== undefined && !above.holdsRecords) return false;
    this.#record = { depth: this.#levels.length, line: this.#line, text: "" };
    return true;
  }

  #hold(text: string): void {
    const record = this.#record;
    if (record?.text === undefined) return;
    record.text = record.text.length + text.length > this.#charsMax ? undefined : record.text + text;
  }

  #take(text: string): Cut {
    this.#hold(text);
    const { line, text: whole } = this.#record!;
    this.#record = undefined;
    return { line, text: whole };
  }
}

/** The records of a parsed page; undefined for a record of its own, which says something of a call. */
export function recordsOfPage(value: Readonly<Record<string, unknown>>): readonly unknown[] | undefined {
  if (["model", "prompt", "messages", "type", "id"].some((name) => name in value)) return undefined;
  for (const path of PAGES) {
    let list: unknown = value;
    for (const name of path.split("."))
      list = typeof list === "object" && list !== null ? (list as Record<string, unknown>)[name] : undefined;
    if (Array.isArray(list)) return list;
    if (path === "data" && isRecord(list) && Object.keys(value).length === 1) return [list];
  }
  return undefined;
}
