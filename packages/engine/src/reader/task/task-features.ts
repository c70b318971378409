// A request as a sparse row of features: those of the whole (layout, system prompt, the turn before, documents), then those of each part
// of the turn: how it looks and where it stands, its concepts, its hashed words.
// Training and serving share this file. The order of the blocks is that of the artefact.
import { buildLexicon, bytesOfBuilding, bytesOfLexicon, countConcepts } from "./concept-lexicon.ts";
import type { SimdMemory } from "../../kernels/simd-memory.ts";
import { ZONES } from "../conversation/task-text.ts";
import type { PlacedPart, TaskText, Zone } from "../conversation/task-text.ts";
import { PARTS_MOST } from "../conversation/turn-parts.ts";
import { ASKED_FEATURES } from "./attention.ts";
import { PART_SIGNS, writePartSigns } from "./part-signs.ts";
import { readMarks } from "./text-marks.ts";
import { createTextScan } from "../text/text-scan.ts";
import { BYTES_OF_HASHING, HASH_BLOCKS, HASH_VALUE, placeHashing, seeWords } from "./task-hashing.ts";
import type { TaskHashing } from "./task-hashing.ts";

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
  /** Holds what is read with, and the bytes beside it that were asked for. */
  readonly memory: SimdMemory;
  /** Addresses of `ids` and `values` of every row. */
  readonly rowAt: { readonly ids: number; readonly values: number };
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

/** A row of features in a memory. */
function createRowWriter({ reserve, ints, floats, kernels }: SimdMemory) {
  const rowAt = { ids: reserve(4 * ROW_MAX), values: reserve(4 * ROW_MAX) };
  kernels.setRow(rowAt.ids, rowAt.values, ROW_MAX);
  const row: TaskRow = {
    ids: ints(rowAt.ids, ROW_MAX),
    values: floats(rowAt.values, ROW_MAX),
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
  return { row, rowAt, add };
}

const BYTES = 8 * ROW_MAX + 8 * UNITS_MOST + BYTES_OF_HASHING + 128;

/** Reads zones of a text into rows. */
function createZoneReader(lexicon: string, hashing: TaskHashing, room: number) {
  const beside = Math.max(bytesOfBuilding(lexicon), bytesOfLexicon(lexicon) + room);
  const scan = createTextScan(UNITS_MOST, BYTES + beside);
  const { memory } = scan;
  const { kernels } = memory;
  const writer = createRowWriter(memory);
  const [nearAsk, nearSystem] = [NEARNESS.ask, NEARNESS.system].map((units) => {
    const at = memory.reserve(4 * UNITS_MOST);
    const near = memory.floats(at, UNITS_MOST);
    for (let unit = 0; unit < UNITS_MOST; unit += 1) near[unit] = Math.exp(-unit / units);
    return at;
  }) as [number, number];
  placeHashing(scan, hashing);
  buildLexicon(memory, lexicon);
  return { scan, memory, kernels, ...writer, nearAsk, nearSystem };
}

/**
 * The zone of the words of a part. Prose beyond the typed edge may ask as what lies between does; a block asks only where all
 * parts are blocks, as in a wrapper of JSON.
 */
const zoneOf = ({ place, isBlock }: PlacedPart, hasProse: boolean): Zone =>
  isBlock && hasProse ? "carried" : place === "beyond" ? "middle" : place;

/**
 * @param lexicon its text, as the artefact holds it
 * @param roomOf bytes to leave in the memory, by the count of features
 */
export function createTaskFeatures(
  lexicon: string,
  hashing: TaskHashing,
  roomOf: (featureCount: number) => number = () => 0,
): TaskFeatures {
  const conceptCount = countConcepts(lexicon);
  const { unionAt, nearAskAt, nearSystemAt, partAt, askedAt, hashAt } = layOut(conceptCount);
  const featureCount = hashAt + hashing.rowCount;
  const matterAt = SHAPE_COUNT + ZONES.indexOf("carried") * conceptCount;
  const reader = createZoneReader(lexicon, hashing, roomOf(featureCount));
  const { scan, memory, kernels, row, rowAt, add, nearAsk, nearSystem } = reader;
  const endSegment = (): void => {
    row.hashedFrom[row.segmentCount] = row.count;
    row.count = kernels.addSeen(row.count, hashAt, HASH_VALUE);
    row.ends[row.segmentCount] = row.count;
    row.segmentCount += 1;
  };
  const readZone = (zone: Zone, text: string, asks: boolean): void => {
    const conceptsAt = asks ? unionAt : SHAPE_COUNT + ZONES.indexOf(zone) * conceptCount;
    const [nearAt, near] = asks ? [nearAskAt, nearAsk] : [nearSystemAt, zone === "system" ? nearSystem : 0];
    const count = scan.fold(text.length > UNITS_MOST ? text.slice(0, UNITS_MOST) : text);
    row.count = kernels.addConcepts(scan.folded, count, row.count, conceptsAt, nearAt, near);
    const block = BLOCK_OF_ZONE[zone];
    if (block !== undefined) seeWords(scan, count, block);
  };
  return {
    featureCount,
    askedAt,
    hashAt,
    matterConcepts: { from: matterAt, to: matterAt + conceptCount },
    matterWordsAt: hashAt + hashing.matterAt,
    memory,
    rowAt,
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
        endSegment();
      });
      return row;
    },
  };
}
