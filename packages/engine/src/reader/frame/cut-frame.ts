// Takes off what a template puts around a request, before anything reads it: a logistic line says of each piece of a turn whether it
// asks, says how to answer, points at what asks, or is given. What asks is then read as if it had been typed alone.
import type { TensorStore } from "../../artefact/tensor-store.ts";
import { CONTEXT_FEATURES, readContext } from "./piece-context.ts";
import { FRAME_SLOTS, readPieces } from "./piece-features.ts";
import { PIECES_MOST, piecesOf, WHOLE_MOST } from "./pieces.ts";
import type { Piece } from "./pieces.ts";
import { findOptions, readSections } from "./sections.ts";
import type { Run, Sections } from "./sections.ts";

/**
 * `form`: how to answer (a letter, JSON, step by step). `pointer`: the template's own words and marks, personas and threats among
 * them. `given`: a text, an example or a field that came with the request.
 */
export const FRAME_ROLES = ["ask", "form", "pointer", "given"] as const;
export type FrameRole = (typeof FRAME_ROLES)[number];
/** Roles with weights of their own: each against `ask`. */
export const WEIGHED_ROLES = FRAME_ROLES.length - 1;

export interface Cut {
  /** The pieces that ask, as if they had been typed alone; empty only in a system prompt. */
  readonly text: string;
  /** The template's own words, which may say how to answer: lengths go by them. */
  readonly form: string;
  /** Texts that came with it, where it speaks of one. */
  readonly given: readonly string[];
  /** UTF-16 units of all that was taken off. */
  readonly units: number;
}

/** @returns undefined where all of the text is read */
export type CutFrame = (text: string, isSystem?: boolean) => Cut | undefined;

/** Log odds of a piece without which nothing is cut, of one that surely goes, and of each that then goes with it. */
const [SEED, SURE, GROWTH] = [1, 3, 0] as const;
/** Below these a piece beside the request, between the same tags, belongs to it. */
const INSIDE = 2;
/** Log odds of a piece that surely asks, which no cut may lose; without a piece that surely goes, of one that may ask. */
const [LOST, LOST_UNSURE] = [-2, -1] as const;
/** A request with a longer piece holds a text, which may outweigh the line that asks about it. @unit UTF-16 units */
const PIECE_MOST = 2_000;
/** Log odds from which nothing in a turn asks. */
const ASKS = 1.5;
const [ASK, FORM, POINTER, GIVEN] = [0, 1, 2, 3] as const;

/** Log odds of each weighed role against `ask`. @shape PIECES_MOST x WEIGHED_ROLES */
const odds = new Float64Array(PIECES_MOST * WEIGHED_ROLES);
/** Log odds that each piece goes. @shape PIECES_MOST */
const going = new Float64Array(PIECES_MOST);
const roles = new Uint8Array(PIECES_MOST);

/** Log odds that no piece of a template is below: most plain turns are settled by them. */
const ODDS_LEAST = -3;

function mayHoldTemplate(count: number): boolean {
  for (let at = 0; at < count * WEIGHED_ROLES; at += 1) if (odds[at]! >= ODDS_LEAST) return true;
  return false;
}

/** Index of the piece that closes each opening tag or fence, or 0. @shape PIECES_MOST */
const closes = new Uint8Array(PIECES_MOST);

/** Opening and closing tags or fences have a role together, so that both go or stay. */
function pairMarks(pieces: readonly Piece[]): void {
  closes.fill(0);
  const open = new Map<string, number>();
  pieces.forEach(({ kind, text }, at) => {
    if (kind !== "tag" && kind !== "fence") return;
    const name = kind === "fence" ? text.slice(0, 3) : text.replaceAll(/[</>[\]]|\s.*/gs, "");
    const first = open.get(name);
    if (first === undefined) {
      open.set(name, at);
      return;
    }
    open.delete(name);
    closes[first] = at;
    for (let role = 0; role < WEIGHED_ROLES; role += 1) {
      const [one, other] = [first * WEIGHED_ROLES + role, at * WEIGHED_ROLES + role];
      odds[one] = odds[other] = (odds[one]! + odds[other]!) / 2;
    }
  });
}

/** Costs of ending a request within a line, and between two lines of a paragraph. @unit log odds */
const EDGE_COSTS = [2, 0.5, 0] as const;
const LABEL_COST = 0.5;
/** Log odds by which a piece between a template and its request belongs to the template. */
const SHIFT = 0.5;
const STRUCTURE: ReadonlySet<string> = new Set(["tag", "fence", "key", "string", "cell"]);

/** Whether each piece is an option of a question before it, so that no edge is between the two. @shape PIECES_MOST */
const options = new Uint8Array(PIECES_MOST);
const OPTION_COST = 20;

/** Cost of an edge of the request between two pieces; marks are made for it, and some labels are part of a request. */
function edgeCost(pieces: readonly Piece[], before: number): number {
  const [one, other] = [pieces[before], pieces[before + 1]];
  if (one === undefined || other === undefined) return 0;
  if (options[before + 1] === 1) return OPTION_COST;
  if (one.kind === "label" || other.kind === "label") return LABEL_COST;
  return STRUCTURE.has(one.kind) || STRUCTURE.has(other.kind) ? 0 : EDGE_COSTS[other.breaks];
}

/** The pieces in a row that ask most likely, since a template has one place for a request. */
function findAsk(pieces: readonly Piece[]): Run {
  let [best, range] = [Number.POSITIVE_INFINITY, [0, pieces.length] as [number, number]];
  for (let from = 0; from < pieces.length; from += 1) {
    let sum = edgeCost(pieces, from - 1);
    for (let to = from; to < pieces.length; to += 1) {
      sum += going[to]! + SHIFT;
      const cost = sum + edgeCost(pieces, to);
      if (cost < best) [best, range] = [cost, [from, to + 1]];
    }
  }
  return range;
}

/** All of the request between the tags around it, but for what surely belongs to the template. */
function widen([from, to]: Run): Run {
  let open = from - 1;
  while (open >= 0 && closes[open]! < to) open -= 1;
  if (open < 0) return [from, to];
  let [first, last] = [from, to];
  while (first > open + 1 && going[first - 1]! < INSIDE) first -= 1;
  while (last < closes[open]! && going[last]! < INSIDE) last += 1;
  return [first, last];
}

const isLabel = (piece: Piece | undefined): boolean => piece?.kind === "label";

/** Without the label that earlier examples have, and with the text that a request leads over to in its last line. */
function settle(pieces: readonly Piece[], [from, to]: Run): Run {
  const { text } = pieces[from]!;
  const isExample = isLabel(pieces[from]) && pieces.slice(0, from).some((other) => other.text === text);
  let last = to;
  if (/[:：]$/u.test(pieces[to - 1]!.text)) while (pieces[last]?.breaks === 0) last += 1;
  return [isExample && from + 1 < to ? from + 1 : from, last];
}

const HEADINGS: ReadonlySet<string> = new Set(["label", "tag", "key"]);

const isMark = ({ kind }: Piece): boolean => kind === "tag" || kind === "fence";

/** A single line above a text, marked or not, is as likely the instruction on it ("Translate into German:") as a template's. */
const isLeadAlone = (pieces: readonly Piece[], [from, to]: Run): boolean =>
  from > 0 &&
  !isMark(pieces[0]!) &&
  pieces[0]!.kind !== "document" &&
  pieces.every((piece, at) => at === 0 || (at >= from && at < to) || isMark(piece));

const ITEM = /^(?:[-*•]|\d{1,2}[.)])\s/u;

const isItem = (piece: Piece | undefined): boolean => piece !== undefined && ITEM.test(piece.text);

/** Items of one list ask together. */
function withItems(pieces: readonly Piece[], [from, to]: Run): Run {
  let [first, last] = [from, to];
  if (isItem(pieces[from])) while (isItem(pieces[first - 1])) first -= 1;
  if (isItem(pieces[to - 1])) while (isItem(pieces[last])) last += 1;
  return [first, last];
}

function roleOf({ kind }: Piece, piece: number): number {
  const at = piece * WEIGHED_ROLES;
  const most = Math.max(odds[at]!, odds[at + 1]!, odds[at + 2]!);
  if (odds[at + 2] === most || kind === "document") return GIVEN;
  return odds[at] === most ? FORM : POINTER;
}

/** Writes the role of each piece around a request. @returns whether a template is surely around it */
function decide(pieces: readonly Piece[], [from, to]: Run, isSystem: boolean): boolean {
  if (!isSystem && isLeadAlone(pieces, [from, to])) return false;
  // Fields and examples alone are no template, unless one of them holds the request.
  const isHeaded = from > 0 && HEADINGS.has(pieces[from - 1]!.kind);
  let [seed, lowest, kept] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let piece = 0; piece < pieces.length; piece += 1) {
    const isKept = isSystem ? going[piece]! < GROWTH : piece >= from && piece < to;
    const role = roleOf(pieces[piece]!, piece);
    if ((role !== GIVEN || (isHeaded && pieces[piece]!.kind !== "document")) && !isKept)
      seed = Math.max(seed, going[piece]!);
    // No cut may lose the piece that asks most surely.
    if (isKept && pieces[piece]!.text.length > PIECE_MOST) return false;
    if (isKept) kept = Math.min(kept, going[piece]!);
    else lowest = Math.min(lowest, going[piece]!);
    roles[piece] = isKept ? ASK : role;
  }
  if (seed < SEED || (seed < SURE && lowest < LOST_UNSURE)) return false;
  return (lowest >= LOST || lowest >= kept) && (isSystem || kept < ASKS);
}

const isWithin = ([from, to]: Run, [first, last]: Run): boolean => from >= first && to <= last;

/** Requests in a list without a line above it, or the first and the last paragraph of a text that is not looked at as a whole. */
function listAsked(text: string, pieces: readonly Piece[], [from, to]: Run): readonly Run[] {
  const runs: Run[] = [];
  let isList = true;
  for (let at = from; at < to; at += 1) {
    isList &&= isItem(pieces[at]);
    runs.push([at, at + 1]);
  }
  if (isList) return runs;
  if (text.length <= WHOLE_MOST) return [];
  const starts = runs.filter(([at]) => at === from || pieces[at]!.breaks === 2).map(([at]) => at);
  const paragraphs = starts.map((at, index): Run => [at, starts[index + 1] ?? to]);
  return [paragraphs[0]!, paragraphs.at(-1)!];
}

interface Turn {
  readonly text: string;
  readonly pieces: readonly Piece[];
  readonly sections: Sections | undefined;
}

/** Classes by which one request is harder than another that may be meant as well. */
const HARDER = 0.5;

/**
 * Several pieces may be what is asked: the hardest of them is read, so that no wrapping makes a hard request look easy.
 * @param found by the odds; undefined where all of the turn is read
 * @param listed what else may be asked where no heading says what is
 * @returns undefined where `found` is right
 */
function hardestAsked(
  { text, pieces, sections }: Turn,
  [found, listed]: readonly [Run | undefined, readonly Run[]],
  hardnessOf: Hardness,
): Run | undefined {
  // An order in a text that is given, and the question of a worked example, are no request.
  const isGiven = (at: number): boolean => sections?.isGiven[at] === 1;
  const isAside = found !== undefined && isGiven(found[0]) && isGiven(found[1] - 1);
  // Words outside of all headings may ask as well: then the turn is a text with headings.
  const mayAsk = (piece: Piece, at: number): boolean =>
    sections?.isHeaded[at] === 0 && going[at]! < GROWTH && piece.text.length <= PIECE_MOST;
  const asked = sections?.asked ?? listed;
  const mayBeOne = asked.length > 1 || text.length > WHOLE_MOST;
  if (found === undefined && (!mayBeOne || pieces.some(mayAsk))) return undefined;
  const rivals = asked.filter((run) => found === undefined || asked.length > 1 || !isWithin(run, found));
  if (rivals.length === 0 || (rivals.length === 1 && isAside)) return rivals[0];
  const between = ([from, to]: Run): string => text.slice(pieces[from]!.from, pieces[to - 1]!.to);
  let best: Run | undefined;
  let most = isAside ? -Infinity : hardnessOf(found === undefined ? text : between(found)) + HARDER;
  for (const run of rivals) {
    const hardness = hardnessOf(between(run));
    if (hardness > most) [best, most] = [run, hardness];
  }
  return best;
}

const isMarked = ({ kind }: Piece): boolean => kind === "string" || kind === "key" || kind === "cell";

/** The pieces with one of those roles, as the text has them where they are neighbours. */
function stretchesOf(text: string, pieces: readonly Piece[], ...wanted: readonly number[]): string[] {
  const out: string[] = [];
  let last = -2;
  pieces.forEach((piece, at) => {
    if (!wanted.includes(roles[at]!)) return;
    const own = isMarked(piece) ? piece.text : text.slice(piece.from, piece.to);
    if (at === last + 1) out.push(`${out.pop()!}${text.slice(pieces[last]!.to, piece.from)}${own}`);
    else out.push(own);
    last = at;
  });
  return out.map((stretch) => stretch.trim()).filter((stretch) => stretch !== "");
}

/** A request that speaks of a text which is not in it. */
const REFERS =
  /(?<!\p{L})(?:(?:the|this|these|that|above|attached|given) (?:\p{L}+ )?(?:text|passage|document|article|context|paragraph|excerpt|e-?mail|letter|report|transcript|conversation|chat|ticket|review|note|snippet|contract|log|record|source)s?|(?:der|die|das|dieser|diese[mns]?|im|den|dem) (?:\p{L}+ )?(?:Text|Dokument|Artikel|Kontext|Abschnitt|Auszug|Bericht|Vertrag|Gespräch)\p{L}{0,2}|(?:le|la|les|ce|cet|cette|du) (?:texte|document|article|contexte|passage|extrait|rapport)s?|(?:el|la|los|este|esta|del) (?:texto|documento|art[ií]culo|contexto|pasaje|fragmento|informe)s?|(?:il|lo|la|questo|del|nel) (?:testo|documento|articolo|contesto|brano)|(?:o|a|este|do|no) (?:texto|documento|artigo|contexto|trecho)|(?:de|het|deze|dit) (?:tekst|document|artikel|context|fragment)|(?:tekst|dokument|kontekst|fragment)\p{L}{0,3}|(?:текст|документ|контекст|отрыв)\p{L}{0,4}|(?:metn|metin|belge|bağlam)\p{L}{0,4})(?!\p{L})|(?:上面|上文|下面|以下|这段|该|本)(?:的)?(?:文|段|资料|文档|内容)|(?:上記|以下|この|本)の?(?:文|資料|文章|文書)|(?:위|이|다음) ?(?:글|문서|본문|지문)/iu;

/** Marks that a template puts before and behind a text. */
const OPENING = /^(?:>{2,3}|<<|={3}|-{3}|"""|'''|["“«„「『])/;
const CLOSING = /(?:<{2,3}|>>|={3}|-{3}|"""|'''|["”»“」』])$/;

/** The text without the marks around it; the text itself where it holds other quotations. */
function unquote(text: string): string {
  const opening = OPENING.exec(text);
  const closing = CLOSING.exec(text);
  if (opening === null || closing === null) return text;
  const inner = text.slice(opening[0].length, closing.index).trim();
  return inner === "" || /["“”«»]/.test(inner) ? text : inner;
}

interface OddsLine {
  /** @shape FRAME_SLOTS x WEIGHED_ROLES */
  readonly weights: ArrayLike<number>;
  readonly scale: number;
  /** @shape PIECES_MOST x WEIGHED_ROLES */
  readonly out: Float64Array;
}

/** Writes the log odds of the roles of each piece. @returns as `readPieces` */
export function readOdds(
  pieces: readonly Piece[],
  isSystem: boolean,
  { weights, scale, out }: OddsLine,
): Int32Array {
  return readPieces(pieces, isSystem, (piece, { ids, count }) => {
    let [form, pointer, given] = [0, 0, 0];
    for (let at = 0; at < count; at += 1) {
      const slot = ids[at]! * WEIGHED_ROLES;
      form += weights[slot]!;
      pointer += weights[slot + 1]!;
      given += weights[slot + 2]!;
    }
    out[piece * WEIGHED_ROLES] = form * scale;
    out[piece * WEIGHED_ROLES + 1] = pointer * scale;
    out[piece * WEIGHED_ROLES + 2] = given * scale;
  });
}

/** Mean class of model that a text needs, read alone. */
export type Hardness = (text: string) => number;

/** @throws SignalboxError invalid_artefact when a tensor is missing or misshapen */
export function loadCutFrame(store: TensorStore, hardnessOf: Hardness): CutFrame {
  const weights = store.int8("frameRoles", FRAME_SLOTS, WEIGHED_ROLES).slice();
  const [scale = 1] = store.float32("frameScale", 1);
  const context = store.float32("frameContext", CONTEXT_FEATURES);
  /** @returns log odds of the piece that goes most surely */
  const readGoing = (pieces: readonly Piece[], isSystem: boolean, heads: Int32Array): number => {
    let surest = Number.NEGATIVE_INFINITY;
    readContext(pieces, { odds: { roles: odds, heads }, isSystem }, (piece, features) => {
      let sum = 0;
      for (let at = 0; at < CONTEXT_FEATURES; at += 1) sum += features[at]! * context[at]!;
      going[piece] = options[piece] === 1 ? -SHIFT : sum;
      if (sum > surest) surest = sum;
    });
    return surest;
  };
  /** Writes the roles. @returns whether anything goes */
  const settleRoles = (turn: Turn, surest: number): boolean => {
    const { pieces, sections } = turn;
    // Most plain turns hold no piece that surely goes: nothing has to be looked for in them.
    const run = surest < SEED ? undefined : withItems(pieces, settle(pieces, widen(findAsk(pieces))));
    const found = run !== undefined && decide(pieces, run, false) ? run : undefined;
    const listed = run === undefined || surest < SURE ? [] : listAsked(turn.text, pieces, run);
    const asked = hardestAsked(turn, [found, listed], hardnessOf) ?? found;
    if (asked === undefined) return false;
    pieces.forEach((piece, at) => {
      const isAsked = at >= asked[0] && at < asked[1];
      roles[at] = isAsked ? ASK : sections?.isGiven[at] === 1 ? GIVEN : roleOf(piece, at);
    });
    return true;
  };
  return (text, isSystem = false) => {
    const pieces = piecesOf(text);
    if (pieces.length === 0 || (pieces.length === 1 && !isSystem)) return undefined;
    const heads = readOdds(pieces, isSystem, { weights, scale, out: odds });
    if (!mayHoldTemplate(pieces.length)) return undefined;
    pairMarks(pieces);
    findOptions(pieces, options);
    const surest = readGoing(pieces, isSystem, heads);
    const sections = isSystem ? undefined : readSections(pieces, options);
    const isCut = isSystem
      ? surest >= SEED && decide(pieces, [0, 0], true)
      : settleRoles({ text, pieces, sections }, surest);
    if (!isCut) return undefined;
    const asks = stretchesOf(text, pieces, ASK).join("\n");
    if (asks === "" && !isSystem) return undefined;
    const form = stretchesOf(text, pieces, FORM, POINTER).join("\n");
    const given = REFERS.test(asks) ? stretchesOf(text, pieces, GIVEN) : [];
    return { text: unquote(asks), form, given, units: text.length - asks.length };
  };
}
