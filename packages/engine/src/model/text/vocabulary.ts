// A WordPiece vocabulary as one hashed trie in flat arrays: a step costs one probe and allocates nothing.
// Node 0 starts words, node 1 starts continuation pieces (written "##piece" in the vocabulary file).
import { SignalboxError } from "@signalbox/contracts";

export const WORD_ROOT = 0;
export const PIECE_ROOT = 1;

/** Words longer than this are matched piece by piece every time. */
export const MEMO_UNITS = 16;
/** Words of more pieces than this are. */
export const MEMO_PIECES = 4;
const MEMO_SLOTS = 4096;

/**
 * The pieces of words met lately, one word a slot, compared unit by unit: a word that comes again costs one look. Holds words
 * apart, never a text. @shape units MEMO_SLOTS x MEMO_UNITS, pieces MEMO_SLOTS x MEMO_PIECES
 */
export interface WordMemo {
  readonly slotMask: number;
  readonly lengths: Uint8Array;
  readonly units: Uint16Array;
  readonly pieceCounts: Uint8Array;
  readonly pieces: Int32Array;
}

function createWordMemo(): WordMemo {
  return {
    slotMask: MEMO_SLOTS - 1,
    lengths: new Uint8Array(MEMO_SLOTS),
    units: new Uint16Array(MEMO_SLOTS * MEMO_UNITS),
    pieceCounts: new Uint8Array(MEMO_SLOTS),
    pieces: new Int32Array(MEMO_SLOTS * MEMO_PIECES),
  };
}

export interface Vocabulary {
  readonly size: number;
  readonly unknownId: number;
  /** Hash slots: packed node and code unit, then the node that the step leads to. */
  readonly slotNode: Int32Array;
  readonly slotUnit: Uint16Array;
  readonly slotNext: Int32Array;
  readonly slotMask: number;
  /** Token id that ends at a node, or -1. */
  readonly tokenAt: Int32Array;
  readonly memo: WordMemo;
  /** True when mistyped words are read as the word they are one slip away from; the reference tokenizer does not. */
  readonly isHealing: boolean;
}

export function slotOf(node: number, unit: number): number {
  const mixed = Math.imul(node, 0x9e3779b1) ^ Math.imul(unit, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** The node after `unit`, or -1 when no piece of the vocabulary goes on that way. */
export function stepTo(vocabulary: Vocabulary, node: number, unit: number): number {
  let slot = slotOf(node, unit) & vocabulary.slotMask;
  for (;;) {
    const next = vocabulary.slotNext[slot]!;
    if (next === -1) return -1;
    if (vocabulary.slotNode[slot] === node && vocabulary.slotUnit[slot] === unit) return next;
    slot = (slot + 1) & vocabulary.slotMask;
  }
}

interface Builder extends Vocabulary {
  nodeCount: number;
}

function addStep(builder: Builder, node: number, unit: number): number {
  const known = stepTo(builder, node, unit);
  if (known !== -1) return known;
  let slot = slotOf(node, unit) & builder.slotMask;
  while (builder.slotNext[slot] !== -1) slot = (slot + 1) & builder.slotMask;
  const created = builder.nodeCount;
  builder.nodeCount += 1;
  builder.slotNode[slot] = node;
  builder.slotUnit[slot] = unit;
  builder.slotNext[slot] = created;
  return created;
}

function addToken(builder: Builder, token: string, id: number): void {
  const isPiece = token.startsWith("##") && token.length > 2;
  let node = isPiece ? PIECE_ROOT : WORD_ROOT;
  for (let index = isPiece ? 2 : 0; index < token.length; index += 1)
    node = addStep(builder, node, token.charCodeAt(index));
  builder.tokenAt[node] = id;
}

/**
 * Builds the trie from the tokens in id order.
 * @throws SignalboxError invalid_artefact when "[UNK]" is missing.
 */
export function buildVocabulary(tokens: readonly string[], isHealing = false): Vocabulary {
  const unknownId = tokens.indexOf("[UNK]");
  if (unknownId < 0) throw new SignalboxError("invalid_artefact", "The vocabulary has no [UNK] token.");
  const unitCount = tokens.reduce((sum, token) => sum + token.length, 2);
  const slotCount = 2 ** Math.ceil(Math.log2(Math.max(16, unitCount)));
  const builder: Builder = {
    size: tokens.length,
    unknownId,
    slotNode: new Int32Array(slotCount),
    slotUnit: new Uint16Array(slotCount),
    slotNext: new Int32Array(slotCount).fill(-1),
    slotMask: slotCount - 1,
    tokenAt: new Int32Array(unitCount + 2).fill(-1),
    memo: createWordMemo(),
    isHealing,
    nodeCount: 2,
  };
  tokens.forEach((token, id) => addToken(builder, token, id));
  return builder;
}
