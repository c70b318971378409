// A step of the recipe that can also be run alone on a finished artefact: the heads that read what a request asks for, from the
// task atlas. A fifth of the atlas is never trained on; a part of the rest is set aside to see how sure the heads may be.

import { readArtefactFiles } from "@signalbox/catalog";
import { OPERATIONS, type ArtefactManifest } from "@signalbox/contracts";
import {
  COLUMNS,
  createTaskFeatures,
  HASH_SLOTS,
  hashingOf,
  HEADS,
  HIDDEN_UNITS,
  KNOWN_LENGTHS,
  TIERS,
  type TaskFeatures,
  TURN_KINDS,
  TURN_SLOTS,
  turnSlots,
  ABOUT_COUNT,
  loadTaskReader,
} from "@signalbox/engine/internals";
import { loadAtlas, type Atlas, type AtlasEntry, type openMatterByKind } from "../../atlas/atlas.ts";
import {
  listWrittenTensors,
  partOf,
  writeArtefact,
  type BaggedTensor,
  bagOf,
} from "../artefact/write-artefact.ts";
import { examplesOf } from "./examples.ts";
import { fitInThread } from "./fit-in-thread.ts";
import type { TaskFit } from "./fit-task-heads.ts";
import { fitLead, leadExamplesOf } from "./fit-lead.ts";
import { fitSystemGate, systemPromptsOf } from "./fit-system-gate.ts";
import { turnExamplesOf, type TurnExample } from "./turn-examples.ts";
import { fitSureness, tierOfLengthOf, tierOfOperationOf, type Sureness } from "./fit-sureness.ts";
import type { TaskNet } from "./task-net.ts";
import {
  buildTaskRows,
  exampleOf,
  selectRows,
  exampleOfDrill,
  exampleOfWording,
  taskTextOf,
  type Example,
} from "./task-rows.ts";
import { fitLogistic } from "./descent.ts";
import { splitmix32 } from "@signalbox/engine/numerics";
import { fitClusters } from "./fit-clusters.ts";
import { addAt, floatAt } from "../../arrays/value-at.ts";

// The values that learning goes by, in units that mean the same in every column: the mean and the deviation of what the reader
// computes over the atlas. And where requests of the atlas lie, so that a request that is like none of them is known for a
// stranger.

const SEED = 42;
const CLUSTERS = 64;
/** Every fifth request places no centre and tells how far away a familiar one may lie. */
const JUDGED_EVERY = 5;
/** A column that hardly moves is no evidence of anything. */
const DEVIATION_LEAST = 0.05;

/** @shape rows x ABOUT_COUNT */
function readAbout(tensors: readonly BaggedTensor[], examples: readonly Example[]): Float32Array {
  const reader = loadTaskReader(bagOf(tensors));
  const rows = new Float32Array(examples.length * ABOUT_COUNT);
  examples.forEach(({ asked }, row) => {
    reader.read(reader.place(taskTextOf(asked)));
    rows.set(reader.about, row * ABOUT_COUNT);
  });
  return rows;
}

function standardOf(rows: Float32Array): { readonly mean: Float32Array; readonly scale: Float32Array } {
  const count = rows.length / ABOUT_COUNT;
  const [mean, square] = [new Float64Array(ABOUT_COUNT), new Float64Array(ABOUT_COUNT)];
  rows.forEach((value, at) => addAt(mean, at % ABOUT_COUNT, value / count));
  rows.forEach((value, at) =>
    addAt(square, at % ABOUT_COUNT, (value - floatAt(mean, at % ABOUT_COUNT)) ** 2 / count),
  );
  return {
    mean: Float32Array.from(mean),
    scale: Float32Array.from(square, (variance) => 1 / (Math.sqrt(variance) + DEVIATION_LEAST)),
  };
}

/** @param tensors of the reader, as it was fitted on this atlas */
function fitAbout(tensors: readonly BaggedTensor[], atlas: Atlas): readonly BaggedTensor[] {
  const open = atlas.entries.filter(({ isHeldOut }) => !isHeldOut);
  const rows = readAbout(tensors, [...open.map(exampleOf), ...atlas.drills.map(exampleOfDrill)]);
  const { mean, scale } = standardOf(rows);
  const data = rows.map(
    (value, at) => (value - floatAt(mean, at % ABOUT_COUNT)) * floatAt(scale, at % ABOUT_COUNT),
  );
  const order = Int32Array.from({ length: rows.length / ABOUT_COUNT }, (_, row) => row);
  const isJudged = (row: number): boolean => row % JUDGED_EVERY === 0;
  const { centres, radius, count } = fitClusters(
    { data, stride: ABOUT_COUNT },
    ABOUT_COUNT,
    { train: order.filter((row) => !isJudged(row)), dev: order.filter(isJudged) },
    { count: CLUSTERS, random: splitmix32(SEED) },
  );
  return [
    { name: "aboutMean", shape: [ABOUT_COUNT], data: mean },
    { name: "aboutScale", shape: [ABOUT_COUNT], data: scale },
    { name: "clusterCentres", shape: [count, ABOUT_COUNT], data: centres },
    { name: "clusterRadius", shape: [2], data: radius },
  ];
}

// Leaves out the hashed words that move a reading least, so that the table keeps its size however many requests are learned from.

/** Rows of hashed words that an artefact holds. */
const HASHED_ROWS_MOST = 220_000;

interface Pruned {
  /** @shape rows that stay x COLUMNS */
  readonly weights: Float32Array;
  /** A bit a slot, as `hashingOf` takes it. */
  readonly isKnown: Uint8Array;
}

/** Sums the squared weights of each row, each beside the mean square of its column. */
function movesOf(weights: Float32Array): Float64Array {
  const squares = new Float64Array(COLUMNS);
  weights.forEach((weight, at) => (squares[at % COLUMNS]! += weight * weight));
  const moves = new Float64Array(weights.length / COLUMNS);
  weights.forEach((weight, at) => {
    moves[Math.floor(at / COLUMNS)]! += (weight * weight) / (squares[at % COLUMNS]! || 1);
  });
  return moves;
}

/** @param weights of concepts before `hashAt`, then of hashed words in the order of their slots */
export function pruneRows(
  { weights, isKnown }: Pruned,
  hashAt: number,
  rowsMost: number = HASHED_ROWS_MOST,
): Pruned {
  const moves = movesOf(weights.subarray(hashAt * COLUMNS));
  if (moves.length <= rowsMost) return { weights, isKnown };
  const least = moves.toSorted()[moves.length - rowsMost]!;
  const kept = isKnown.slice();
  const rows: number[] = [];
  let row = 0;
  for (let slot = 0; slot < 8 * isKnown.length; slot += 1) {
    const bit = 1 << (slot & 7);
    if ((isKnown[slot >> 3]! & bit) === 0) continue;
    if (moves[row]! >= least) rows.push(row);
    else kept[slot >> 3]! &= ~bit;
    row += 1;
  }
  const own = new Float32Array((hashAt + rows.length) * COLUMNS);
  own.set(weights.subarray(0, hashAt * COLUMNS));
  rows.forEach((from, to) => {
    own.set(
      weights.subarray((hashAt + from) * COLUMNS, (hashAt + from + 1) * COLUMNS),
      (hashAt + to) * COLUMNS,
    );
  });
  return { weights: own, isKnown: kept };
}

// The part that short turns play in a conversation, fitted to the phrases of the atlas: a logistic regression for each kind.

/** The price of a weight other than zero, times half its square. @unit nats */
const WEIGHT_COST = 0.3;
const ITERATIONS = 60;
const BYTE_MAX = 127;

/** @returns what `loadTurnGate` reads */
export function fitTurnGate(examples: readonly TurnExample[]): readonly BaggedTensor[] {
  const rows = examples.flatMap(({ text, kind }) => {
    const slots = turnSlots(text);
    return slots === undefined ? [] : [{ ids: [...slots], kind }];
  });
  const packed = new Int8Array(TURN_KINDS.length * TURN_SLOTS);
  const scales = new Float32Array(TURN_KINDS.length);
  TURN_KINDS.forEach((kind, index) => {
    const fitted = new Float64Array(TURN_SLOTS);
    const own = rows.map((row) => ({
      ids: row.ids,
      values: row.ids.map(() => 1),
      share: Number(row.kind === kind),
      weight: 1,
    }));
    fitLogistic(own, fitted, { cost: WEIGHT_COST, freeCount: 0, iterations: ITERATIONS });
    const scale = fitted.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / BYTE_MAX || 1;
    scales[index] = scale;
    packed.set(
      fitted.map((weight) => Math.round(weight / scale)),
      index * TURN_SLOTS,
    );
  });
  return [
    { name: "taskTurnWeights", shape: [TURN_KINDS.length, TURN_SLOTS], data: packed },
    { name: "taskTurnScale", shape: [TURN_KINDS.length], data: scales },
  ];
}

// Weights in one byte each, with a scale for each column. Rows of concepts and layout have a scale of their own beside it; hashed words,
// which are many, have that of their kind.

const LARGEST = 127;

interface PackedWeights {
  /** A weight is its byte times the scales of its row and its column. @shape rows x COLUMNS */
  readonly packed: Int8Array;
  /** @shape COLUMNS */
  readonly scale: Float32Array;
  /** Scale of each row before `hashAt`; those from there on have 1. @shape hashAt */
  readonly rowScale: Float32Array;
}

/** @param weights @shape rows x COLUMNS */
export function packWeights(weights: Float32Array, hashAt: number): PackedWeights {
  const largest = new Float32Array(COLUMNS);
  weights.subarray(hashAt * COLUMNS).forEach((weight, at) => {
    largest[at % COLUMNS] = Math.max(largest[at % COLUMNS]!, Math.abs(weight));
  });
  const scale = largest.map((most) => (most || 1) / LARGEST);
  const stepOf = (at: number): number => scale[at % COLUMNS]!;
  const rowScale = Float32Array.from({ length: hashAt }, (_, row) => {
    let most = 0;
    for (let at = row * COLUMNS; at < (row + 1) * COLUMNS; at += 1)
      most = Math.max(most, Math.abs(weights[at]!) / stepOf(at));
    return (most || 1) / LARGEST;
  });
  const packed = Int8Array.from(weights, (weight, at) =>
    Math.round(weight / stepOf(at) / (rowScale[Math.floor(at / COLUMNS)] ?? 1)),
  );
  return { packed, scale, rowScale };
}

/** Requests that must hold a feature before anything is learned of it. */
const REQUESTS_LEAST = 3;
/** Every fifth request of the training part tells how sure the heads may be. */
const SURENESS_EVERY = 5;
/** Each epoch sees every request among other things and with other slips, so that the heads cannot learn these by heart. */
const EDITION_SEEDS = [42, 43, 44, 45] as const;
const NO_MATTER: ReturnType<typeof openMatterByKind> = new Map();

/**
 * Words of the wrappings are no evidence: only what people wrote says which hashes are known, and all wordings of one request are
 * one witness.
 */
function learnHashing(entries: readonly AtlasEntry[], { lexicon, drills, wordings }: Atlas): Uint8Array {
  const everything = createTaskFeatures(lexicon, hashingOf(new Uint8Array(HASH_SLOTS / 8).fill(0xff)));
  const examples = [
    ...entries.map(exampleOf),
    ...drills.map(exampleOfDrill),
    ...wordings.map((wording) => exampleOfWording(wording, NO_MATTER)),
  ];
  const { starts, offsets, ids } = buildTaskRows(examples, everything);
  const requests = new Uint32Array(HASH_SLOTS);
  const lastGroup = Array.from<string | undefined>({ length: HASH_SLOTS });
  examples.forEach((example, row) => {
    const group = example.group ?? String(row);
    for (let at = offsets[starts[row]!]!; at < offsets[starts[row + 1]!]!; at += 1) {
      const slot = ids[at]! - everything.hashAt;
      if (slot < 0 || lastGroup[slot] === group) continue;
      requests[slot]! += 1;
      lastGroup[slot] = group;
    }
  });
  const isKnown = new Uint8Array(HASH_SLOTS / 8);
  requests.forEach((count, slot) => {
    if (count >= REQUESTS_LEAST) isKnown[slot >> 3]! |= 1 << (slot & 7);
  });
  return isKnown;
}

/** The facts about the features that a fit must know, without their functions, which no thread can be handed. */
function fitOf({ hashAt, matterConcepts, matterWordsAt }: TaskFeatures): TaskFit {
  return { features: { hashAt, matterConcepts, matterWordsAt } };
}

function packNet(
  { weights, output }: TaskNet,
  { featureCount, hashAt }: TaskFeatures,
): readonly BaggedTensor[] {
  const { packed, scale, rowScale } = packWeights(weights, hashAt);
  return [
    { name: "taskWeights", shape: [featureCount, COLUMNS], data: packed },
    { name: "taskScale", shape: [COLUMNS], data: scale },
    { name: "taskRowScale", shape: [hashAt], data: rowScale },
    { name: "taskOutput", shape: [HIDDEN_UNITS, HEADS.count], data: output },
  ];
}

/** How sure the heads may be, and what each operation says of the tier. */
function sayTiers(
  { temperature, operationWeights, tokenLine, tokenSd }: Sureness,
  tierOfOperation: Float32Array,
): readonly BaggedTensor[] {
  const weighed = tierOfOperation.map((says, at) => says * operationWeights[Math.floor(at / TIERS.length)]!);
  return [
    { name: "taskTemperature", shape: [2], data: Float32Array.of(temperature, 1) },
    { name: "taskTierOfOperation", shape: [OPERATIONS.length, TIERS.length], data: weighed },
    { name: "taskTokenLine", shape: [tokenLine.length], data: tokenLine },
    { name: "taskTokenSd", shape: [OPERATIONS.length], data: tokenSd },
  ];
}

/** Requests and one wording of each group, by which lengths say what class is needed. */
function oncePerRequest(open: readonly AtlasEntry[], { wordings }: Atlas) {
  const groups = new Map(wordings.map((wording) => [wording.group, wording]));
  return [
    ...open.map(exampleOf),
    ...[...groups.values()].map((wording) => exampleOfWording(wording, NO_MATTER)),
  ];
}

/** @returns tensors of the reader, from the part of the atlas that may be trained on */
export async function fitTaskReader(atlas: Atlas): Promise<readonly BaggedTensor[]> {
  const { lexicon } = atlas;
  const open = atlas.entries.filter(({ isHeldOut }) => !isHeldOut);
  const isMet = learnHashing(open, atlas);
  const features = createTaskFeatures(lexicon, hashingOf(isMet));
  const sets = EDITION_SEEDS.map((seed) => examplesOf(open, atlas, seed));
  const all = sets.map((examples) => buildTaskRows(examples, features));
  const asideIds = new Set(open.filter((_, index) => index % SURENESS_EVERY === 0).map(({ id }) => id));
  const aside = buildTaskRows(open.filter(({ id }) => asideIds.has(id)).map(exampleOf), features);
  const rest = all.map((rows, edition) =>
    selectRows(rows, (row) => !asideIds.has(sets[edition]![row]!.group ?? "")),
  );
  const tierOfOperation = tierOfOperationOf(rest[0]!);
  const fit = fitOf(features);
  const [first, last] = await Promise.all([
    fitInThread({ editions: rest, fit }),
    fitInThread({ editions: all, fit }),
  ]);
  const sureness = sayTiers(fitSureness(aside, first, tierOfOperation), tierOfOperation);
  const pruned = pruneRows({ weights: last.weights, isKnown: isMet }, features.hashAt);
  const kept = createTaskFeatures(lexicon, hashingOf(pruned.isKnown));
  const net = { ...last, weights: pruned.weights };
  const text = new TextEncoder().encode(lexicon);
  const tensors = [
    { name: "taskLexicon", shape: [text.length], data: text },
    { name: "taskHashes", shape: [pruned.isKnown.length], data: pruned.isKnown },
    ...packNet(net, kept),
    ...sureness,
    {
      name: "taskTierOfLength",
      shape: [OPERATIONS.length, KNOWN_LENGTHS.length, TIERS.length],
      data: tierOfLengthOf(oncePerRequest(open, atlas)),
    },
    ...fitSystemGate(systemPromptsOf({ entries: open, systems: atlas.systems }), kept, net),
    ...fitTurnGate(turnExamplesOf(atlas)),
  ];
  const reader = [...tensors, ...fitLead(tensors, leadExamplesOf(atlas))];
  return [...reader, ...fitAbout(reader, atlas)];
}

/** Adds the task reader to the artefact in `dir`, replacing an earlier one; returns the manifest as written. */
export async function addTaskReader(dir: string, atlas: Atlas = loadAtlas()): Promise<ArtefactManifest> {
  const files = await readArtefactFiles(dir);
  const { tensors: _tensors, tensorFiles: _files, version: _version, ...head } = files.manifest;
  const kept = listWrittenTensors(files.manifest, files.tensors).filter(
    ({ name }) => partOf(name) !== "reader",
  );
  return writeArtefact(dir, head, [...kept, ...(await fitTaskReader(atlas))]);
}
