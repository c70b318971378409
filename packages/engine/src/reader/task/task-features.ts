// A request as a sparse row of features: those of the whole (layout, system prompt, the turn before, documents), then those of each part
// of the turn: how it looks and where it stands, its concepts, its hashed words.
// Training and serving share this file. The order of the blocks is that of the artefact.
import type { ConceptLexicon } from "./concept-lexicon.ts";
import { foldInto } from "../text/fold-text.ts";
import { ZONES } from "../conversation/task-text.ts";
import type { PlacedPart, TaskText, Zone } from "../conversation/task-text.ts";
import { PARTS_MOST } from "../conversation/turn-parts.ts";
import { ASKED_FEATURES } from "./attention.ts";
import { PART_SIGNS, writePartSigns } from "./part-signs.ts";
import { readMarks } from "./text-marks.ts";
import { hashRoomOf, hashWords } from "../text/word-hashes.ts";
import type { Hashes } from "../text/word-hashes.ts";
import { createFound, HASH_BLOCKS, HASH_VALUE } from "./task-hashing.ts";
import type { Found, TaskHashing } from "./task-hashing.ts";

/**
 * Reused by the next reading: copy what must stay. Segment 0 is the whole, those after it the parts of the turn. Segment s has the
 * entries ends[s - 1] .. ends[s], hashed words from hashedFrom[s] on, each with the value HASH_VALUE.
 */
export interface TaskRow {
  readonly ids: Int32Array;
  readonly values: Float32Array;
  readonly hashedFrom: Int32Array;
  readonly ends: Int32Array;
  /** Length of each part of the turn. @shape segmentCount - 1 @unit UTF-16 units */
  readonly units: Int32Array;
  segmentCount: number;
  count: number;
}

export interface TaskFeatures {
  readonly featureCount: number;
  /** Features of what asks. Their values in segment 0 are known once the parts are weighed: ASKED_FEATURES from here on. */
  readonly askedAt: number;
  /** Index at which the rows of hashed words begin. */
  readonly hashAt: number;
  /** Rows of what stands in carried texts: concepts, and hashed words from `matterWordsAt` on. */
  readonly matterConcepts: { readonly from: number; readonly to: number };
  readonly matterWordsAt: number;
  read(text: TaskText): TaskRow;
}

const SHAPE_COUNT = 40;
/** Entries of a row. */
export const ROW_MAX = 8_192;
/** The whole and the parts of the turn. */
export const SEGMENTS_MOST = 1 + PARTS_MOST;
/** Folded units after which a concept of a part says e times less about the operation. */
const NEARNESS = { ask: 25, system: 60 } as const;
const UNITS_MOST = 4_096;
const NEAR_ASK = Float32Array.from({ length: UNITS_MOST }, (_, at) => Math.exp(-at / NEARNESS.ask));
const HASHES_MOST = Math.max(...HASH_BLOCKS.map(({ form }) => hashRoomOf(form)));
const BLOCK_OF_ZONE: Readonly<Partial<Record<Zone, number>>> = Object.fromEntries(
  HASH_BLOCKS.flatMap(({ zones }, block) => zones.map((zone) => [zone, block])),
);

const size = (units: number): number => Math.log1p(Math.max(0, units)) / 8;
const flag = (value: boolean): number => (value ? 1 : 0);

/** @shape SHAPE_COUNT */
function shapeOf(text: TaskText): number[] {
  const { zones, leadUnits, turnUnits, systemUnits } = text;
  const [opening, closing, middle] = [
    readMarks(zones.opening),
    readMarks(zones.closing),
    readMarks(zones.middle),
  ];
  const isShort = zones.closing.trim() === "";
  const units = zones.opening.length + zones.closing.length + zones.middle.length + 1;
  const sum = (of: (marks: typeof opening) => number): number => of(opening) + of(closing) + of(middle);
  return [
    1,
    size(leadUnits),
    size(turnUnits),
    size(systemUnits),
    size(turnUnits - leadUnits),
    flag(leadUnits < 16),
    flag(leadUnits < 40),
    flag(leadUnits < 120),
    flag(leadUnits > 600),
    flag(leadUnits > 2_500),
    flag(turnUnits > 12_000),
    flag(systemUnits > 0),
    flag(turnUnits - leadUnits > 400),
    flag(text.turnCount > 1),
    flag(text.turnCount > 3),
    flag(text.toolCount > 0),
    flag(text.isToolLoopOpen),
    flag(text.isFollowUp),
    flag(text.hasImage),
    flag(opening.questions > 0),
    flag(closing.questions > 0),
    flag(opening.endsInQuestion),
    flag(isShort ? opening.endsInQuestion : closing.endsInQuestion),
    flag(opening.endsInColon),
    flag(sum(({ fences }) => fences) >= 6),
    flag(sum(({ lines }) => lines) > 3),
    flag(sum(({ lines }) => lines) > 15),
    Math.min(1, (sum(({ digits }) => digits) / units) * 5),
    Math.min(1, (sum(({ codeMarks }) => codeMarks) / units) * 8),
    Math.min(1, (sum(({ mathMarks }) => mathMarks) / units) * 20),
    flag(sum(({ mathMarks }) => mathMarks) > 0),
    flag(opening.digits > 0),
    flag(opening.quotes > 0),
    flag(sum(({ pipes }) => pipes) > 4),
    flag(opening.codeMarks > 3),
    flag(closing.codeMarks > 6),
    flag(zones.opening.trim() === ""),
    flag(isShort),
    flag(zones.middle.trim() === ""),
    flag(zones.carried !== ""),
  ];
}

/** Index at which each block of features begins. */
function layOut(conceptCount: number) {
  const unionAt = SHAPE_COUNT + ZONES.length * conceptCount;
  const nearAskAt = unionAt + conceptCount;
  const nearSystemAt = nearAskAt + conceptCount;
  const partAt = nearSystemAt + conceptCount;
  const askedAt = partAt + PART_SIGNS;
  return { unionAt, nearAskAt, nearSystemAt, partAt, askedAt, hashAt: askedAt + ASKED_FEATURES };
}

/** Rows of the hashed words of a text, block by block. */
function createHashedZones(hashing: TaskHashing) {
  const found = HASH_BLOCKS.map((_, block) => createFound(hashing, block));
  const hashes: Hashes = { hashes: new Int32Array(HASHES_MOST), count: 0 };
  return {
    found,
    read: (zone: Zone, units: Uint16Array, count: number): void => {
      const block = BLOCK_OF_ZONE[zone];
      if (block === undefined) return;
      const { unitsMost, form } = HASH_BLOCKS[block]!;
      hashWords(units, Math.min(count, unitsMost), { form, salt: block }, hashes);
      found[block]!.seeAll(hashes.hashes, hashes.count);
    },
  };
}

function createRowWriter() {
  const row: TaskRow = {
    ids: new Int32Array(ROW_MAX),
    values: new Float32Array(ROW_MAX),
    hashedFrom: new Int32Array(SEGMENTS_MOST),
    ends: new Int32Array(SEGMENTS_MOST),
    units: new Int32Array(SEGMENTS_MOST),
    segmentCount: 0,
    count: 0,
  };
  const add = (id: number, value: number): void => {
    if (row.count === ROW_MAX || value === 0) return;
    row.ids[row.count] = id;
    row.values[row.count] = value;
    row.count += 1;
  };
  const addAll = (from: number, { take }: Pick<Found, "take">, value: number): void => {
    const { rows, count } = take();
    for (let at = 0; at < count; at += 1) add(from + rows[at]!, value);
  };
  return { row, add, addAll };
}

/**
 * The zone of the words of a part. Prose beyond the typed edge may ask as what lies between does; a block asks only where all
 * parts are blocks, as in a wrapper of JSON.
 */
const zoneOf = ({ place, isBlock }: PlacedPart, hasProse: boolean): Zone =>
  isBlock && hasProse ? "carried" : place === "beyond" ? "middle" : place;

export function createTaskFeatures(lexicon: ConceptLexicon, hashing: TaskHashing): TaskFeatures {
  const { conceptCount } = lexicon;
  const { unionAt, nearAskAt, nearSystemAt, partAt, askedAt, hashAt } = layOut(conceptCount);
  const matterAt = SHAPE_COUNT + ZONES.indexOf("carried") * conceptCount;
  const { row, add, addAll } = createRowWriter();
  const units = new Uint16Array(UNITS_MOST);
  const words = createHashedZones(hashing);
  const endSegment = (zone?: Zone): void => {
    row.hashedFrom[row.segmentCount] = row.count;
    const only = zone === undefined ? undefined : words.found[BLOCK_OF_ZONE[zone]!];
    if (only === undefined) for (const block of words.found) addAll(hashAt, block, HASH_VALUE);
    else addAll(hashAt, only, HASH_VALUE);
    row.ends[row.segmentCount] = row.count;
    row.segmentCount += 1;
  };
  const readZone = (zone: Zone, text: string, asks: boolean): void => {
    const zoneAt = SHAPE_COUNT + ZONES.indexOf(zone) * conceptCount;
    const count = foldInto(text.slice(0, UNITS_MOST), units);
    const found = lexicon.mark(units, count);
    for (let which = 0; which < found.count; which += 1) {
      const concept = found.concepts[which]!;
      const at = found.firstAt[concept]!;
      if (!asks) add(zoneAt + concept, 1);
      if (asks) add(unionAt + concept, 1);
      if (asks) add(nearAskAt + concept, NEAR_ASK[at]!);
      if (zone === "system") add(nearSystemAt + concept, Math.exp(-at / NEARNESS.system));
    }
    words.read(zone, units, count);
  };
  return {
    featureCount: hashAt + hashing.rowCount,
    askedAt,
    hashAt,
    matterConcepts: { from: matterAt, to: matterAt + conceptCount },
    matterWordsAt: hashAt + hashing.matterAt,
    read: (text) => {
      const { zones, documents, parts } = text;
      row.count = 0;
      row.segmentCount = 0;
      shapeOf(text).forEach((value, index) => add(index, value));
      if (zones.system !== "") readZone("system", zones.system, false);
      if (zones.earlier !== "") readZone("earlier", zones.earlier, false);
      if (documents !== "") readZone("carried", documents, false);
      for (let at = 0; at < ASKED_FEATURES; at += 1) add(askedAt + at, 1);
      endSegment();
      const hasProse = parts.some(({ isBlock }) => !isBlock);
      parts.forEach((part, index) => {
        row.units[index] = part.to - part.from;
        writePartSigns(parts, index, (sign, value) => add(partAt + sign, value));
        const zone = zoneOf(part, hasProse);
        readZone(zone, part.text, zone !== "carried");
        endSegment(zone);
      });
      return row;
    },
  };
}
