// Rows of the atlas as sparse features and soft labels: where the two readers differ, each counts half.
import { createHash } from "node:crypto";
import { OPERATIONS, TASK_FIELDS } from "@signalbox/contracts";
import {
  HEADS,
  readMessages,
  readTaskText,
  withTurnCarried,
  type TaskFeatures,
  type TaskText,
} from "@signalbox/engine/internals";
import type { AtlasEntry, openMatterByKind } from "../../atlas/atlas.ts";
import type { Drill } from "../../atlas/drills.ts";
import type { Wording } from "../../atlas/wordings.ts";
import type { AtlasLabel } from "../../atlas/atlas-schema.ts";

/** A request to learn from. A head whose labels are left out learns nothing from it. */
export interface Example {
  readonly asked: Pick<AtlasEntry, "messages" | "tools">;
  readonly labels: readonly AtlasLabel[];
  /** How much the labels count of which class does it and how long the answer is. @range 0..1 */
  readonly needShare: number;
  /** How much the labels count of what is to be done; 1 where it is left out. */
  readonly operationShare?: number;
  /** Set where the field is that of the instruction alone, and the carried text was drawn. */
  readonly hasDrawnMatter?: boolean;
  /** Set where the system prompt says what is to be done, and the user's turn is what it is to be done with. */
  readonly isSystemTask?: boolean;
  /** The part of the last turn that asks, where the rest of it was put around that; all of it where this is left out. */
  readonly ask?: string;
  /** Texts that are carried along in what asks, and do not. */
  readonly carried?: readonly string[];
  /** Examples of one group are wordings of one request, and should be read alike. */
  readonly group?: string;
}

export function exampleOf(entry: AtlasEntry): Example {
  const { author, secondReader } = entry;
  return {
    asked: entry,
    labels: secondReader === undefined ? [author] : [author, secondReader],
    needShare: 1,
    group: entry.id,
  };
}

/** The two to four wordings of a group share their labels. */
const WORDING_NEED_SHARE = 0.5;

/** All wordings of a request carry the same text; empty where they carry none. */
export function carriedOf(
  { group, carries }: Pick<Wording, "group" | "carries">,
  matter: ReturnType<typeof openMatterByKind>,
): string {
  const texts = carries === undefined ? [] : (matter.get(carries) ?? []);
  const drawn = createHash("sha256").update(group).digest().readUInt32BE(0);
  return texts[drawn % texts.length] ?? "";
}

export function exampleOfWording(wording: Wording, matter: ReturnType<typeof openMatterByKind>): Example {
  const { group, text, labels } = wording;
  const content = text.replace(/\{\{\w+\}\}/, () => `\n${carriedOf(wording, matter)}\n`);
  return {
    asked: { messages: [{ role: "user", content }], tools: [] },
    labels,
    needShare: WORDING_NEED_SHARE,
    hasDrawnMatter: wording.carries !== undefined,
    group,
  };
}

/**
 * Weight of the need of a drill that carries a text: it is cut out, so only the others say how long the answer is and which class
 * gives it.
 */
const DRILL_NEED_SHARE = 0.5;

/** Drills teach the words of asking, and that little is asked of most short requests. */
export function exampleOfDrill({ text, carries, label }: Drill): Example {
  return {
    asked: { messages: [{ role: "user", content: text }], tools: [] },
    labels: [label],
    needShare: carries === undefined ? DRILL_NEED_SHARE : 0,
  };
}

export interface TaskRows extends SparseRows {
  readonly featureCount: number;
  /** Shares by head, then the logarithm of the tokens; the tiers sum to what the row counts of the need. @shape count x HEADS.count */
  readonly targets: Float32Array;
  /** Rows of one number are wordings of one request, and should be read alike; -1 of a row by itself. @shape count */
  readonly groups: Int32Array;
  /** Marks of each part: 1 where it asks, -1 where it was put around what asks, 0 where that is not known. @shape segments */
  readonly asks: Int8Array;
}

export interface SparseRows {
  readonly count: number;
  /** Row r has the segments starts[r] .. starts[r + 1]: the whole, then the parts of its turn. */
  readonly starts: Int32Array;
  /** Segment s has the entries offsets[s] .. offsets[s + 1]. */
  readonly offsets: Int32Array;
  /** Length of each segment that is a part of a turn. @shape segments @unit UTF-16 units */
  readonly units: Int32Array;
  /** Features of what asks, whose values the parts tell: see `readAsked`. */
  readonly askedAt: number;
  readonly ids: Int32Array;
  readonly values: Float32Array;
}

export function taskTextOf({ messages, tools }: Example["asked"]): TaskText {
  const wire = messages.map(({ role, content }) =>
    role === "tool" ? { role, content, tool_call_id: "call" } : { role, content },
  );
  return readTaskText(readMessages(wire), tools.length);
}

/** The zone where the instruction stands, as the reader will find it. */
function placedOf({ asked, isSystemTask }: Example): TaskText {
  const text = taskTextOf(asked);
  return isSystemTask === true ? withTurnCarried(text) : text;
}

interface Share {
  readonly share: number;
  readonly operationShare: number;
  readonly needShare: number;
  readonly fieldShare: number;
}

/** Tiers from here on count double: taking them for less costs the answer, the other way around it costs money. */
const HARD_TIER = 4;
const HARD_SHARE = 2;

/**
 * Share of fields that are believed where a drawn text is worked on: the work names a field at times, and the text itself is of
 * another.
 */
const DRAWN_FIELD_SHARE = 0.5;

/** The middle of a range by proportion, as a logarithm. */
export const middleLogOf = ([low, high]: AtlasLabel["tokens"]): number =>
  (Math.log(low) + Math.log(high)) / 2;

function addLabel(
  target: Float32Array,
  label: AtlasLabel,
  { share, operationShare, needShare, fieldShare }: Share,
): void {
  const { op, field, tier, tokens } = label;
  const add = (head: number, value: number): void => {
    target[head] = (target[head] ?? 0) + share * value;
  };
  add(HEADS.operation + OPERATIONS.indexOf(op), operationShare);
  add(HEADS.field + TASK_FIELDS.indexOf(field), fieldShare);
  if (needShare === 0) return;
  add(HEADS.tier + tier - 1, needShare * (tier >= HARD_TIER ? HARD_SHARE : 1));
  add(HEADS.tokens, middleLogOf(tokens));
}

/** Doubles its room when it is full. */
function growing<T extends Int32Array<ArrayBuffer> | Float32Array<ArrayBuffer>>(make: (length: number) => T) {
  let [room, count] = [make(1 << 16), 0];
  return {
    addAll: (values: T): void => {
      if (count + values.length > room.length) {
        const larger = make(2 * (count + values.length));
        larger.set(room);
        room = larger;
      }
      room.set(values, count);
      count += values.length;
    },
    end: (): T => room.slice(0, count) as T,
  };
}

export function sparseRowsOf(texts: readonly TaskText[], features: TaskFeatures): SparseRows {
  const starts = new Int32Array(texts.length + 1);
  const offsets = [0];
  const units: number[] = [];
  const [ids, values] = [
    growing((length) => new Int32Array(length)),
    growing((length) => new Float32Array(length)),
  ];
  texts.forEach((text, row) => {
    const read = features.read(text);
    const from = offsets.at(-1)!;
    for (let segment = 0; segment < read.segmentCount; segment += 1) {
      offsets.push(from + read.ends[segment]!);
      units.push(segment === 0 ? 0 : read.units[segment - 1]!);
    }
    ids.addAll(read.ids.slice(0, read.count));
    values.addAll(read.values.slice(0, read.count));
    starts[row + 1] = offsets.length - 1;
  });
  return {
    count: texts.length,
    starts,
    offsets: Int32Array.from(offsets),
    units: Int32Array.from(units),
    askedAt: features.askedAt,
    ids: ids.end(),
    values: values.end(),
  };
}

/** Numbers of the groups; a group of a single row has no number. */
function groupsOf(examples: readonly Example[]): Int32Array {
  const sizes = new Map<string, number>();
  for (const { group = "" } of examples) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const numbers = new Map<string, number>();
  return Int32Array.from(examples, ({ group = "" }) => {
    if (group === "" || sizes.get(group) === 1) return -1;
    if (!numbers.has(group)) numbers.set(group, numbers.size);
    return numbers.get(group)!;
  });
}

/** Length at both ends of a part that must be in a carried text at its beginning and at its end. @unit UTF-16 units */
const ENDS_UNITS = 24;

function isCarried(part: string, carried: readonly string[]): boolean {
  const text = part.trim();
  const [start, end] = [text.slice(0, ENDS_UNITS), text.slice(-ENDS_UNITS)];
  return carried.some((each) => each.includes(start) && each.includes(end));
}

/** Which parts ask, where some do and some do not. */
function markAsks(
  texts: readonly TaskText[],
  examples: readonly Example[],
  { starts, offsets }: SparseRows,
): Int8Array {
  const asks = new Int8Array(offsets.length - 1);
  texts.forEach(({ parts, asked }, row) => {
    const { ask: whole, carried = [] } = examples[row]!;
    const ask = (whole ?? asked).trim();
    const from = ask === "" ? -1 : asked.indexOf(ask);
    if (from < 0 || (whole === undefined && carried.length === 0)) return;
    const isIn = parts.map((part) => {
      const middle = (part.from + part.to) / 2;
      return middle >= from && middle <= from + ask.length && !isCarried(part.text, carried);
    });
    if (!isIn.includes(true) || !isIn.includes(false)) return;
    isIn.forEach((is, part) => (asks[starts[row]! + 1 + part] = is ? 1 : -1));
  });
  return asks;
}

export function buildTaskRows(examples: readonly Example[], features: TaskFeatures): TaskRows {
  const targets = new Float32Array(examples.length * HEADS.count);
  examples.forEach(({ labels, needShare, operationShare = 1, hasDrawnMatter }, row) => {
    const target = targets.subarray(row * HEADS.count, (row + 1) * HEADS.count);
    const fieldShare = hasDrawnMatter === true ? DRAWN_FIELD_SHARE : 1;
    const share = { share: 1 / labels.length, operationShare, needShare, fieldShare };
    for (const label of labels) addLabel(target, label, share);
  });
  const texts = examples.map(placedOf);
  const rows = sparseRowsOf(texts, features);
  const asks = markAsks(texts, examples, rows);
  return { ...rows, featureCount: features.featureCount, targets, groups: groupsOf(examples), asks };
}

/** The rows that are kept, as they are. */
export function selectRows(rows: TaskRows, keep: (row: number) => boolean): TaskRows {
  const { starts, offsets } = rows;
  const kept = Array.from({ length: rows.count }, (_, row) => row).filter(keep);
  const [ids, values] = [
    growing((length) => new Int32Array(length)),
    growing((length) => new Float32Array(length)),
  ];
  const [asks, targets] = [
    growing((length) => new Int32Array(length)),
    new Float32Array(kept.length * HEADS.count),
  ];
  const [ownStarts, ownOffsets] = [[0], [0]];
  const units: number[] = [];
  kept.forEach((row, at) => {
    const [first, last] = [starts[row]!, starts[row + 1]!];
    const [from, to] = [offsets[first]!, offsets[last]!];
    const shift = ownOffsets.at(-1)! - from;
    for (let segment = first; segment < last; segment += 1) ownOffsets.push(offsets[segment + 1]! + shift);
    for (let segment = first; segment < last; segment += 1) units.push(rows.units[segment]!);
    ids.addAll(rows.ids.subarray(from, to) as Int32Array<ArrayBuffer>);
    values.addAll(rows.values.subarray(from, to) as Float32Array<ArrayBuffer>);
    asks.addAll(Int32Array.from(rows.asks.subarray(first, last)));
    targets.set(rows.targets.subarray(row * HEADS.count, (row + 1) * HEADS.count), at * HEADS.count);
    ownStarts.push(ownOffsets.length - 1);
  });
  return {
    featureCount: rows.featureCount,
    count: kept.length,
    starts: Int32Array.from(ownStarts),
    offsets: Int32Array.from(ownOffsets),
    units: Int32Array.from(units),
    askedAt: rows.askedAt,
    ids: ids.end(),
    values: values.end(),
    targets,
    groups: Int32Array.from(kept, (row) => rows.groups[row]!),
    asks: Int8Array.from(asks.end()),
  };
}
