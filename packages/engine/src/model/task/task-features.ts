// A request as a sparse row of features: concepts by zone, layout, and hashed words of the places where instructions stand.
// Training and serving share this file. The order of the blocks is that of the artefact.
import type { ConceptLexicon } from "./concept-lexicon.ts";
import { foldInto } from "./fold-text.ts";
import { ZONES } from "../../conversation/task-text.ts";
import type { TaskText, Zone } from "../../conversation/task-text.ts";
import { readMarks } from "./text-marks.ts";
import { addHashedWords } from "./word-hashes.ts";

/** Reused by the next reading: copy what must stay. */
export interface TaskRow {
  readonly ids: Int32Array;
  readonly values: Float32Array;
  count: number;
}

export interface TaskFeatures {
  readonly featureCount: number;
  read(text: TaskText): TaskRow;
}

export const HASH_BITS = 13;
/** Hashed words are many and each is rare: they count less than a concept. @source as a prior variance of .1 */
const HASH_VALUE = 0.316;
const SHAPE_COUNT = 40;
const ROW_MAX = 2_048;
/** Folded units after which a concept at the opening says e times less about the operation. */
const NEARNESS = { opening: 25, system: 60 } as const;
/** The first units of a system prompt carry the instruction of a pipeline. */
const SYSTEM_HASHED_UNITS = 300;
const INSTRUCTING: ReadonlySet<Zone> = new Set(["opening", "closing", "middle"]);

const size = (units: number): number => Math.log1p(units) / 8;
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

export function createTaskFeatures(lexicon: ConceptLexicon): TaskFeatures {
  const { conceptCount } = lexicon;
  const unionAt = SHAPE_COUNT + ZONES.length * conceptCount;
  const nearOpeningAt = unionAt + conceptCount;
  const nearSystemAt = nearOpeningAt + conceptCount;
  const hashAt = nearSystemAt + conceptCount;
  const row: TaskRow = { ids: new Int32Array(ROW_MAX), values: new Float32Array(ROW_MAX), count: 0 };
  const firstAt = new Int32Array(conceptCount);
  const isAnywhere = new Uint8Array(conceptCount);
  const units = new Uint16Array(4_096);
  const seen = new Uint8Array(1 << HASH_BITS);
  const add = (id: number, value: number): void => {
    if (row.count === ROW_MAX || value === 0) return;
    row.ids[row.count] = id;
    row.values[row.count] = value;
    row.count += 1;
  };
  const addHash = (hash: number): void => {
    const slot = hash & ((1 << HASH_BITS) - 1);
    if (seen[slot] === 1) return;
    seen[slot] = 1;
    add(hashAt + slot, HASH_VALUE);
  };
  const readZone = (zone: Zone, index: number, text: string): void => {
    const to = Math.min(text.length, units.length);
    const count = foldInto(text, { from: 0, to }, units);
    firstAt.fill(-1);
    lexicon.mark(units, count, firstAt);
    const isInstructing = INSTRUCTING.has(zone);
    for (let concept = 0; concept < conceptCount; concept += 1) {
      const at = firstAt[concept]!;
      if (at < 0) continue;
      add(SHAPE_COUNT + index * conceptCount + concept, 1);
      if (isInstructing) isAnywhere[concept] = 1;
      if (zone === "opening") add(nearOpeningAt + concept, Math.exp(-at / NEARNESS.opening));
      if (zone === "system") add(nearSystemAt + concept, Math.exp(-at / NEARNESS.system));
    }
    if (zone === "opening" || zone === "closing") addHashedWords(units, count, 0, addHash);
    if (zone === "system") addHashedWords(units, Math.min(count, SYSTEM_HASHED_UNITS), 1, addHash);
  };
  return {
    featureCount: hashAt + (1 << HASH_BITS),
    read: (text) => {
      row.count = 0;
      isAnywhere.fill(0);
      shapeOf(text).forEach((value, index) => add(index, value));
      ZONES.forEach((zone, index) => {
        if (text.zones[zone] !== "") readZone(zone, index, text.zones[zone]);
      });
      for (let concept = 0; concept < conceptCount; concept += 1)
        if (isAnywhere[concept] === 1) add(unionAt + concept, 1);
      for (let at = 0; at < row.count; at += 1) {
        const slot = (row.ids[at] ?? 0) - hashAt;
        if (slot >= 0) seen[slot] = 0;
      }
      return row;
    },
  };
}
