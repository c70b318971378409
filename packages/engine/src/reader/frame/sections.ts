// Reads the headings of a turn: a request is below "Question:", a text below "Context:" and in worked examples. An order in such a text
// is no request.
import { ASKED_WORDS, GIVEN_WORDS, REPLY_WORDS } from "./heading-words.data.ts";
import { PIECES_MOST } from "./pieces.ts";
import type { Piece } from "./pieces.ts";

/** Pieces from one to before another. */
export type Run = readonly [from: number, to: number];

type Heading = "asked" | "given" | "reply";
const HEADINGS: ReadonlyMap<string, Heading> = new Map(
  (
    [
      [ASKED_WORDS, "asked"],
      [GIVEN_WORDS, "given"],
      [REPLY_WORDS, "reply"],
    ] as const
  ).flatMap(([words, heading]) => words.split(" ").map((word) => [word, heading] as const)),
);
const WORD = /[\p{L}\p{M}]+/gu;
/** A longer sentence that ends in a colon is an instruction. @unit UTF-16 units */
const HEADING_MOST = 24;
/** A longer piece is a text, neither a request nor a reply. @unit UTF-16 units */
const PART_MOST = 2_000;

const isTag = ({ kind }: Piece): boolean => kind === "tag";
const isClosing = (piece: Piece): boolean => isTag(piece) && /^(?:<\/|\[\/)/.test(piece.text);
const mayHead = (piece: Piece): boolean =>
  piece.kind === "label" ||
  piece.kind === "key" ||
  (isTag(piece) && !isClosing(piece)) ||
  (piece.kind === "sentence" && piece.text.length <= HEADING_MOST && /^#{1,6}\s|[:：]$/u.test(piece.text));
const nameOf = (text: string): string => (text.toLowerCase().match(WORD) ?? []).join(" ");

/** By its last word ("Your answer:"), or the first of two ("Answer (letter):"). */
function headingOf(name: string): Heading | undefined {
  const words = name.split(" ");
  if (words.includes("example")) return "given";
  return HEADINGS.get(words.at(-1)!) ?? (words.length === 2 ? HEADINGS.get(words[0]!) : undefined);
}

/** "A: 4" is too short to be split. */
const SHORT = /^([^\s:：>][^:：>]{0,23}?)\s?(?:[:：]|>{1,3})\s{0,4}\S/u;
const isShortReply = ({ kind, text }: Piece, reply: string | undefined): boolean => {
  const name = kind === "sentence" ? nameOf(SHORT.exec(text)?.[1] ?? "") : "";
  return name !== "" && (name === reply || headingOf(name) === "reply");
};

/** Whether a tag is closed before one of its name is opened again: others are only spoken of. */
function isClosed(pieces: readonly Piece[], at: number): boolean {
  const name = nameOf(pieces[at]!.text);
  const next = pieces.find((piece, other) => other > at && isTag(piece) && nameOf(piece.text) === name);
  return next !== undefined && isClosing(next);
}

const OPTION = /^(?:\(?[A-J][.)]|\(?[1-9]\)|[A-J]:)(?=\s|$)/u;

/**
 * Writes which pieces are options of the piece before them ("A. cat"), so that they ask together.
 * @param out set for each but the first of those pieces. @shape PIECES_MOST
 */
export function findOptions(pieces: readonly Piece[], out: Uint8Array): void {
  out.fill(0);
  for (let at = 1; at + 1 < pieces.length; at += 1) {
    if (!/^\(?A[.):]/u.test(pieces[at]!.text) || pieces[at]!.breaks === 2) continue;
    let to = at;
    while (to < pieces.length && OPTION.test(pieces[to]!.text) && (to === at || pieces[to]!.breaks < 2)) {
      // The words behind a mark that was taken for a label.
      const isBare = pieces[to]!.kind === "label";
      to += isBare && pieces[to + 1]?.breaks === 0 ? 2 : 1;
    }
    if (to - at < 2) continue;
    out.fill(1, at, to);
    at = to - 1;
  }
}

export interface Sections {
  /** Requests below the headings, in their order. */
  readonly asked: readonly Run[];
  /** Whether a piece is in a text that is given, or in a worked example. @shape PIECES_MOST */
  readonly isGiven: Uint8Array;
  /** Whether a piece is below any heading, or is one. @shape PIECES_MOST */
  readonly isHeaded: Uint8Array;
}

interface Section {
  readonly heading: Heading;
  readonly name: string;
  /** Its pieces, without the heading. */
  readonly from: number;
  to: number;
}

function listSections(pieces: readonly Piece[], options: Uint8Array): readonly Section[] {
  const out: Section[] = [];
  // An open place at the end is for the reply, whatever it is called.
  const last = pieces.at(-1);
  const reply = last !== undefined && mayHead(last) ? nameOf(last.text) : undefined;
  let open: Section | undefined;
  pieces.forEach((piece, at) => {
    const isHead = options[at] === 0 && mayHead(piece) && (!isTag(piece) || isClosed(pieces, at));
    const name = isHead || isClosing(piece) ? nameOf(piece.text) : "";
    const heading = !isHead ? undefined : name === reply ? "reply" : headingOf(name);
    const isEnd = heading !== undefined || piece.kind === "key" || (isClosing(piece) && name === open?.name);
    if (options[at] === 0 && isShortReply(piece, reply)) {
      out.push({ heading: "reply", name: "", from: at, to: at + 1 });
      open = undefined;
    } else if (isEnd || (open?.heading === "asked" && piece.text.length > PART_MOST)) open = undefined;
    else if (open !== undefined) open.to = at + 1;
    if (heading === undefined) return;
    open = { heading, name, from: at + 1, to: at + 1 };
    out.push(open);
  });
  return out;
}

/** Whether the section behind a question holds the reply to it. */
const isReply = (pieces: readonly Piece[], section: Section | undefined): boolean =>
  section?.heading === "reply" &&
  section.to > section.from &&
  pieces[section.from]!.breaks < 2 &&
  pieces[section.to - 1]!.to - pieces[section.from]!.from <= PART_MOST;

/** @returns undefined where no heading says what is asked */
export function readSections(pieces: readonly Piece[], options: Uint8Array): Sections | undefined {
  const sections = listSections(pieces, options);
  const asked = sections.filter(
    ({ heading, from, to }, at) => heading === "asked" && to > from && !isReply(pieces, sections[at + 1]),
  );
  if (asked.length === 0) return undefined;
  const [isGiven, isHeaded] = [new Uint8Array(PIECES_MOST), new Uint8Array(PIECES_MOST)];
  for (const section of sections) {
    isHeaded.fill(1, section.from - 1, section.to);
    const isAsked = asked.includes(section);
    const isWorked = section.heading === "asked" ? !isAsked : isReply(pieces, section);
    if (section.heading === "given" || isWorked) isGiven.fill(1, section.from, section.to);
  }
  return { asked: asked.map(({ from, to }) => [from, to]), isGiven, isHeaded };
}
