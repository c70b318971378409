// Whether a piece goes, by what its own words say and what the rest of the turn says: a sentence that might ask does not where
// another surely does, and a label takes what it heads along.
import { PIECE_KINDS } from "./pieces.ts";
import type { Piece } from "./pieces.ts";

/** Features of layout and of odds, then the kinds. */
const OWN = 38;
export const CONTEXT_FEATURES = OWN + PIECE_KINDS.length;
const KIND_AT = new Map(PIECE_KINDS.map((kind, at) => [kind, OWN + at]));

/** Odds beyond this say no more. */
const SURE = 10;
const SCALE = 4;
const clip = (odds: number): number => Math.max(-SURE, Math.min(SURE, odds)) / SCALE;
export const logSum = (one: number, other: number): number =>
  Math.max(one, other) + Math.log1p(Math.exp(-Math.abs(one - other)));

/** Log odds of the pieces of a turn, each against `ask`. */
export interface PieceOdds {
  /** Form, pointer, given. @shape pieces x 3 */
  readonly roles: Float64Array;
  /** Index of the piece that heads each; -1 where none does. @shape pieces */
  readonly heads: Int32Array;
}

/** Room for the pieces of the longest turn; each call overwrites it. */
const goes = new Float64Array(64);
const flag = (value: boolean): number => (value ? 1 : 0);

/** Finds the two lowest odds: those of the surest request, and the next. */
function lowestOf(count: number): readonly [first: number, at: number, second: number] {
  let [first, at, second] = [Infinity, -1, Infinity];
  for (let piece = 0; piece < count; piece += 1) {
    const own = goes[piece]!;
    if (own < first) [second, first, at] = [first, own, piece];
    else if (own < second) second = own;
  }
  return [first, at, second];
}

/** Facts that all pieces of a turn share. */
interface Turn {
  readonly pieces: readonly Piece[];
  readonly roles: Float64Array;
  readonly isSystem: boolean;
  /** Log odds of the piece that is most surely the template's. */
  readonly seed: number;
  /** The surest heading of another piece, and its odds. */
  readonly slot: number;
  readonly slotHead: number;
  readonly units: number;
  readonly longest: number;
  readonly lowest: ReturnType<typeof lowestOf>;
}

function turnOf(pieces: readonly Piece[], { roles, heads }: PieceOdds, isSystem: boolean): Turn {
  let [seed, slot, slotHead, units, longest] = [-Infinity, -Infinity, -1, 0, 0];
  for (let piece = 0; piece < pieces.length; piece += 1) {
    const at = 3 * piece;
    const template = logSum(roles[at]!, roles[at + 1]!);
    goes[piece] = logSum(template, roles[at + 2]!);
    seed = Math.max(seed, template - logSum(0, roles[at + 2]!));
    const head = heads[piece]!;
    if (head >= 0 && head !== piece && roles[3 * head + 1]! > slot)
      [slot, slotHead] = [roles[3 * head + 1]!, head];
    const { length } = pieces[piece]!.text;
    units += length;
    if (length > pieces[longest]!.text.length) longest = piece;
  }
  const lowest = lowestOf(pieces.length);
  return { pieces, roles, isSystem, seed: clip(seed), slot: clip(slot), slotHead, units, longest, lowest };
}

function writeOwn(turn: Turn, piece: number, out: Float64Array): void {
  const { pieces, roles, isSystem, seed, units, longest, lowest } = turn;
  const { kind, text, breaks } = pieces[piece]!;
  const after = pieces[piece + 1];
  const own = clip(goes[piece]!);
  const others = clip(lowest[1] === piece ? lowest[2] : lowest[0]);
  const isSentence = flag(kind === "sentence");
  out[0] = 1;
  out[1] = own;
  for (let role = 0; role < 3; role += 1) out[2 + role] = clip(roles[3 * piece + role]!);
  out[5] = seed;
  out[6] = others;
  out[7] = Math.max(0, own - others);
  out[8] = piece === 0 ? 0 : clip(goes[piece - 1]!);
  out[9] = after === undefined ? 0 : clip(goes[piece + 1]!);
  out[10] = flag(piece === 0);
  out[11] = flag(after === undefined);
  out[12] = Math.log1p(text.length) / 5;
  out[13] = text.length / units;
  out[14] = flag(piece === longest);
  out[22] = flag(isSystem);
  out[23] = isSystem ? own : 0;
  out[24] = Math.log(pieces.length);
  out[25] = own * seed;
  out[26] = own * others;
  out[27] = flag(others < -1) * seed;
  out[28] = flag(others < -1) * own;
  out[29] = flag(lowest[1] === piece);
  out[30] = isSentence * own;
  out[31] = isSentence * seed;
  out[34] = breaks === 0 ? clip(goes[piece - 1] ?? 0) : 0;
  out[35] = after?.breaks === 0 ? clip(goes[piece + 1]!) : 0;
  out[36] = breaks / 2;
  out[37] = (after?.breaks ?? 2) / 2;
  out[KIND_AT.get(kind)!] = 1;
}

function writeHead(
  { roles, seed, slot, slotHead }: Turn,
  [piece, head]: readonly number[],
  out: Float64Array,
): void {
  const isHeaded = head! >= 0 && head !== piece;
  const isElsewhere = slotHead >= 0 && slotHead !== head;
  out[15] = flag(isHeaded);
  out[16] = isHeaded ? clip(goes[head!]!) : 0;
  out[17] = isHeaded ? clip(roles[3 * head! + 1]!) : 0;
  out[18] = isHeaded ? clip(roles[3 * head! + 2]!) : 0;
  out[19] = slotHead < 0 ? 0 : slot;
  out[20] = isElsewhere ? slot : 0;
  out[21] = flag(isHeaded && slotHead === head);
  out[32] = out[21] * clip(goes[piece!]!);
  out[33] = isElsewhere ? Math.max(0, seed) * slot : 0;
}

/**
 * Hands the features of each piece to `take`, which must use them up before it returns.
 * @param take features: @shape CONTEXT_FEATURES
 */
export function readContext(
  pieces: readonly Piece[],
  { odds, isSystem }: { readonly odds: PieceOdds; readonly isSystem: boolean },
  take: (piece: number, features: Float64Array) => void,
): void {
  const turn = turnOf(pieces, odds, isSystem);
  const features = new Float64Array(CONTEXT_FEATURES);
  for (let piece = 0; piece < pieces.length; piece += 1) {
    features.fill(0);
    writeOwn(turn, piece, features);
    writeHead(turn, [piece, odds.heads[piece]!], features);
    take(piece, features);
  }
}
