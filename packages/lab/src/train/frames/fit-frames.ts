// Fits the line that says of each piece of a turn what role it has in a template: multinomial logistic regression on hashed
// features, half of which are dropped at random at each step, so that no single word decides.
// @source Duchi, Hazan, Singer (2011), AdaGrad; Srivastava et al. (2014), dropout

import {
  CONTEXT_FEATURES,
  FRAME_SLOTS,
  PIECES_MOST,
  readContext,
  readOdds,
  readPieces,
  WEIGHED_ROLES,
  type FrameRole,
  type Piece,
  FRAME_ROLES,
  piecesOf,
} from "@signalbox/engine/internals";
import { shuffle, splitmix32, type Random } from "@signalbox/engine/numerics";
import { readArtefactFiles } from "@signalbox/catalog";
import type { ArtefactManifest } from "@signalbox/contracts";
import { loadAtlas, type Atlas, type AtlasMessage, ATLAS_DIR, openMatterByKind } from "../../atlas/atlas.ts";
import { type BaggedTensor, listWrittenTensors, partOf, writeArtefact } from "../artefact/write-artefact.ts";
import { readFrameGrammar } from "../../atlas/frame-grammar.ts";
import { createComposer, draw } from "../task/compose.ts";
import { createScatter } from "../task/fit-clusters.ts";
import { exampleOfDrill, exampleOfWording } from "../task/task-rows.ts";
import { createFrameComposer, type Spare, type Stretch } from "./compose-frame.ts";

// Turns whose pieces have known roles: requests of the training part of the atlas as they are, among chatter, and in templates.

/** A turn in pieces with known roles. */
interface FrameTurn {
  readonly pieces: readonly Piece[];
  /** Index of each one's role in `FRAME_ROLES`; -1 where it is not known. @shape pieces */
  readonly roles: Int8Array;
  readonly isSystem: boolean;
}

const TURN_SEED = 11;
const SENTENCE = { least: 20, most: 200 } as const;
const REQUEST_MOST = 120;
const ENDS = /(?<=[.!?])\s+|(?<=[。！？])|\n+/u;
const NOT_PROSE: ReadonlySet<string> = new Set(["code_matter", "log_matter", "table_matter"]);
/** One wording in so many is read as it is, and one in a template. */
const WORDINGS_EVERY = 4;
/** One instruction about a text in so many has a template for its text, which stays. */
const ABOUT_FRAMES_EVERY = 5;

type Asked = { readonly messages: readonly AtlasMessage[] };
const turnOf = ({ messages }: Asked): string =>
  messages.findLast(({ role }) => role === "user")?.content.trim() ?? "";
const systemOf = ({ messages }: Asked): string =>
  messages.find(({ role }) => role === "system")?.content ?? "";

function spareOf(open: Atlas["entries"], { texts, drills, wordings }: Atlas): Spare {
  const names = open
    .filter(({ features }) => !features.some((feature) => NOT_PROSE.has(feature)))
    .flatMap(({ matter }) => matter);
  const sentences = [...new Set(names)]
    .flatMap((name) => (texts.get(name) ?? "").split(ENDS))
    .map((sentence) => sentence.trim())
    .filter(({ length }) => length >= SENTENCE.least && length <= SENTENCE.most);
  const short = wordings.filter(({ carries, text }) => carries === undefined && text.length < REQUEST_MOST);
  const bare = drills.filter(({ carries }) => carries === undefined);
  return { sentences, requests: [...bare, ...short].map(({ text }) => text) };
}

/** A turn, and the role of each place in it. */
interface Marked {
  readonly text: string;
  /** The role around a unit; undefined where it is not known. */
  readonly roleAt: (unit: number) => FrameRole | undefined;
}

function addTurn(turns: FrameTurn[], { text, roleAt }: Marked, isSystem = false): void {
  const pieces = piecesOf(text);
  if (pieces.length < (isSystem ? 1 : 2)) return;
  const roles = Int8Array.from(pieces, ({ from, to }) => {
    const role = roleAt((from + to) / 2);
    return role === undefined ? -1 : FRAME_ROLES.indexOf(role);
  });
  turns.push({ pieces, roles, isSystem });
}

function markedOf(stretches: readonly Stretch[]): Marked {
  const ends: number[] = [];
  let text = "";
  for (const stretch of stretches) {
    text += stretch.text;
    ends.push(text.length);
  }
  return { text, roleAt: (unit) => stretches[ends.findIndex((end) => unit <= end)]?.role };
}

const asWhole = (text: string): Marked => ({ text, roleAt: () => "ask" });

/** A request among chatter, of which it is not known whether it may go. */
function amidst(text: string, ask: string): Marked {
  const from = text.indexOf(ask);
  return { text, roleAt: (unit) => (unit >= from && unit <= from + ask.length ? "ask" : undefined) };
}

/** @param side every other request, in templates of every other production; all where it is left out */
function frameTurnsOf(atlas: Atlas, side?: 0 | 1): readonly FrameTurn[] {
  const random: Random = splitmix32(TURN_SEED);
  const isOnSide = (_: unknown, at: number): boolean => side === undefined || at % 2 === side;
  const open = atlas.entries.filter(({ isHeldOut }) => !isHeldOut).filter(isOnSide);
  const matter = openMatterByKind(atlas);
  const spare = spareOf(open, atlas);
  const grammar = readFrameGrammar(ATLAS_DIR);
  const frames = createFrameComposer(side === undefined ? grammar : grammar.half(side), spare);
  const surroundings = atlas.surroundings.filter(({ surrounding }) => surrounding.kind !== "exam_frame");
  const composer = createComposer(surroundings, atlas.spareTexts.get("text") ?? []);
  const scatter = createScatter(open, atlas.texts);
  const turns: FrameTurn[] = [];
  const framed = (ask: string, language: string): void => {
    if (ask !== "") addTurn(turns, markedOf(frames.turn({ ask, language }, random)));
  };
  for (const entry of open) {
    const [ask, system] = [turnOf(entry), systemOf(entry)];
    addTurn(turns, asWhole(ask));
    if (system !== "") addTurn(turns, asWhole(system), true);
    framed(ask, entry.language);
    if (entry.messages.length > 1) continue;
    framed(ask, entry.language);
    addTurn(turns, amidst(turnOf(composer.compose(entry, entry.language, random)), ask));
    addTurn(turns, amidst(turnOf(scatter(entry, entry.language, random)), ask));
    framed(turnOf(composer.compose(entry, entry.language, random)), entry.language);
    if (random() < 0.15) addTurn(turns, markedOf(frames.system(entry.language, random)), true);
  }
  for (const { text } of atlas.systems) addTurn(turns, asWhole(text), true);
  for (const drill of atlas.drills.filter(isOnSide)) {
    const ask = turnOf(exampleOfDrill(drill).asked);
    addTurn(turns, asWhole(ask));
    framed(ask, drill.language);
  }
  atlas.wordings.forEach((wording, at) => {
    if (!isOnSide(wording, Math.floor(at / WORDINGS_EVERY))) return;
    const { text, carries, language } = wording;
    const ask = turnOf(exampleOfWording(wording, matter).asked);
    if (at % WORDINGS_EVERY === 0) addTurn(turns, asWhole(ask));
    if (at % WORDINGS_EVERY === 1) framed(ask, language);
    if (carries !== "text" || at % ABOUT_FRAMES_EVERY !== 0) return;
    const about = markedOf(frames.turn({ ask: draw(spare.requests, random), language }, random)).text;
    addTurn(turns, asWhole(text.replace(/\{\{\w+\}\}/, () => about)));
  });
  for (const { surrounding } of atlas.surroundings)
    if (surrounding.kind === "fact") addTurn(turns, asWhole(`${surrounding.fact} ${surrounding.ask}`));
  return turns;
}

const SEED = 7;
const EPOCHS = 4;
const RATE = 0.15;
const RIDGE = 2e-6;
const [CONTEXT_EPOCHS, CONTEXT_RATE] = [2, 0.05] as const;
/** A request of which something is lost costs more than a template of which something stays. */
const [PLAIN_COST, ASK_COST] = [3, 1.5] as const;
/** Slopes below this change nothing. */
const SLOPE_LEAST = 1e-3;
/** Weights beyond this quantile are cut. */
const QUANTILE = 0.9999;
const WEIGHT_MAX = 127;

/** Coins for dropping features: 32 of each draw. */
function createCoins(random: () => number): () => boolean {
  let [bits, left] = [0, 0];
  return () => {
    if (left === 0) [bits, left] = [Math.floor(random() * 2 ** 32), 32];
    const isHeads = (bits & 1) === 1;
    bits >>>= 1;
    left -= 1;
    return isHeads;
  };
}

/** Pieces of turns, one after the other. */
interface SlotRows {
  /** Slots of all pieces; piece p has those from starts[p] to starts[p + 1]. */
  readonly slots: Uint16Array;
  readonly starts: Int32Array;
  /** Index of its role in `FRAME_ROLES`. @shape pieces */
  readonly roles: Uint8Array;
}

function slotRowsOf(turns: readonly FrameTurn[]): SlotRows {
  let slots = new Uint16Array(1 << 20);
  const [starts, labels] = [[0], [] as number[]];
  for (const { pieces, roles, isSystem } of turns)
    readPieces(pieces, isSystem, (piece, { ids, count }) => {
      if (roles[piece]! < 0) return;
      const from = starts.at(-1)!;
      if (from + count > slots.length) {
        const wider = new Uint16Array(2 * (from + count));
        wider.set(slots);
        slots = wider;
      }
      slots.set(ids.subarray(0, count), from);
      starts.push(from + count);
      labels.push(roles[piece]!);
    });
  return { slots, starts: Int32Array.from(starts), roles: Uint8Array.from(labels) };
}

/** @returns weights against `ask`. @shape FRAME_SLOTS x WEIGHED_ROLES */
function fitWeights({ slots, starts, roles }: SlotRows): Float32Array {
  const weights = new Float32Array(FRAME_SLOTS * WEIGHED_ROLES);
  const squares = new Float32Array(weights.length).fill(1e-6);
  const random = splitmix32(SEED);
  const isKept = createCoins(random);
  const order = Int32Array.from(roles.keys());
  const kept = new Int32Array(256);
  const slopes = new Float64Array(WEIGHED_ROLES);
  const step = (piece: number): void => {
    let count = 0;
    slopes.fill(0);
    for (let at = starts[piece]!; at < starts[piece + 1]!; at += 1) {
      if (!isKept()) continue;
      const slot = slots[at]! * WEIGHED_ROLES;
      kept[count++] = slot;
      for (let role = 0; role < WEIGHED_ROLES; role += 1) slopes[role]! += weights[slot + role]!;
    }
    const top = Math.max(0, ...slopes);
    let sum = Math.exp(-top);
    for (let role = 0; role < WEIGHED_ROLES; role += 1) sum += slopes[role] = Math.exp(slopes[role]! - top);
    for (let role = 0; role < WEIGHED_ROLES; role += 1) {
      const slope = slopes[role]! / sum - Number(roles[piece] === role + 1);
      if (Math.abs(slope) < SLOPE_LEAST) continue;
      for (let at = 0; at < count; at += 1) {
        const weight = kept[at]! + role;
        const own = slope + RIDGE * weights[weight]!;
        squares[weight]! += own * own;
        weights[weight]! -= (RATE / Math.sqrt(1 + squares[weight]!)) * own;
      }
    }
  };
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) for (const piece of shuffle(order, random)) step(piece);
  return weights;
}

/**
 * Fits what the rest of a turn says of a piece, on words that the line has not met: it learned from one half of the requests and of
 * the grammar, and reads the other.
 * @shape result CONTEXT_FEATURES
 */
function fitContext(atlas: Atlas): Float32Array {
  const weights = fitWeights(slotRowsOf(frameTurnsOf(atlas, 0)));
  const turns = frameTurnsOf(atlas, 1);
  const random = splitmix32(SEED);
  const line = new Float64Array(CONTEXT_FEATURES);
  const squares = new Float64Array(CONTEXT_FEATURES).fill(1e-6);
  const odds = new Float64Array(PIECES_MOST * WEIGHED_ROLES);
  const order = Int32Array.from(turns.keys());
  for (let epoch = 0; epoch < CONTEXT_EPOCHS; epoch += 1)
    for (const at of shuffle(order, random)) {
      const { pieces, roles, isSystem } = turns[at]!;
      const isPlain = roles.every((role) => role <= 0);
      const heads = readOdds(pieces, isSystem, { weights, scale: 1, out: odds });
      readContext(pieces, { odds: { roles: odds, heads }, isSystem }, (piece, features) => {
        const role = roles[piece]!;
        if (role < 0) return;
        let sum = 0;
        for (let index = 0; index < CONTEXT_FEATURES; index += 1) sum += line[index]! * features[index]!;
        const cost = role > 0 ? 1 : isPlain ? PLAIN_COST : ASK_COST;
        const slope = cost * (1 / (1 + Math.exp(-sum)) - Number(role > 0));
        for (let index = 0; index < CONTEXT_FEATURES; index += 1) {
          const own = slope * features[index]!;
          squares[index]! += own * own;
          line[index]! -= (CONTEXT_RATE / Math.sqrt(squares[index]!)) * own;
        }
      });
    }
  return Float32Array.from(line);
}

/** @returns tensors of the cut, from the part of the atlas that may be trained on */
export function fitFrames(atlas: Atlas): readonly BaggedTensor[] {
  const weights = fitWeights(slotRowsOf(frameTurnsOf(atlas)));
  const sizes = Float32Array.from(weights, Math.abs).toSorted();
  const scale = sizes[Math.floor(sizes.length * QUANTILE)]! / WEIGHT_MAX;
  const packed = Int8Array.from(weights, (weight) =>
    Math.max(-WEIGHT_MAX, Math.min(WEIGHT_MAX, Math.round(weight / scale))),
  );
  return [
    { name: "frameRoles", shape: [FRAME_SLOTS, WEIGHED_ROLES], data: packed },
    { name: "frameScale", shape: [1], data: Float32Array.of(scale) },
    { name: "frameContext", shape: [CONTEXT_FEATURES], data: fitContext(atlas) },
  ];
}

/** Adds the cut to the artefact in `dir`, replacing an earlier one; returns the manifest as written. */
export async function addFrames(dir: string, atlas: Atlas = loadAtlas()): Promise<ArtefactManifest> {
  const files = await readArtefactFiles(dir);
  const { tensors: _tensors, tensorFiles: _files, version: _version, ...head } = files.manifest;
  const kept = listWrittenTensors(files.manifest, files.tensors).filter(
    ({ name }) => partOf(name) !== "frames",
  );
  return writeArtefact(dir, head, [...kept, ...fitFrames(atlas)]);
}
