// Rows of the atlas as sparse features and soft labels: where the two readers differ, each counts half.
import { createHash } from "node:crypto";
import { OPERATIONS, TASK_FIELDS } from "@signalbox/contracts";
import { HEADS, readMessages, readTaskText, withTurnCarried } from "@signalbox/engine/internals";
import type { TaskFeatures, TaskText } from "@signalbox/engine/internals";
import type { AtlasEntry } from "../../atlas/atlas.ts";
import type { Drill } from "../../atlas/drills.ts";
import type { openMatterByKind } from "../../atlas/matter-kinds.ts";
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

/** What a drill carries is cut out, so only the others say how long the answer is and which class gives it. */
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
  /** What tells two wordings of one request apart: the row of the first of its group less that of another. */
  readonly apart: SparseRows;
}

export interface SparseRows {
  readonly count: number;
  /** Row r has the entries offsets[r] .. offsets[r + 1]. */
  readonly offsets: Int32Array;
  readonly ids: Int32Array;
  readonly values: Float32Array;
}

function entriesOf(
  { offsets, ids, values }: SparseRows,
  row: number,
): (readonly [id: number, value: number])[] {
  const [from = 0, to = 0] = [offsets[row], offsets[row + 1]];
  return Array.from({ length: to - from }, (_, at) => [ids[from + at]!, values[from + at]!] as const);
}

function toSparseRows(rows: readonly (readonly (readonly [id: number, value: number])[])[]): SparseRows {
  const offsets = new Int32Array(rows.length + 1);
  rows.forEach((row, index) => {
    offsets[index + 1] = offsets[index]! + row.length;
  });
  const all = rows.flat();
  return {
    count: rows.length,
    offsets,
    ids: Int32Array.from(all, ([id]) => id),
    values: Float32Array.from(all, ([, value]) => value),
  };
}

/** Most of two wordings is alike and cancels out. */
function tellApart(rows: SparseRows, examples: readonly Example[]): SparseRows {
  const first = new Map<string, number>();
  return toSparseRows(
    examples.flatMap(({ group }, row) => {
      const there = group === undefined ? undefined : first.get(group);
      if (group !== undefined && there === undefined) first.set(group, row);
      if (there === undefined) return [];
      const difference = new Map(entriesOf(rows, there));
      for (const [id, value] of entriesOf(rows, row)) difference.set(id, (difference.get(id) ?? 0) - value);
      return [[...difference].filter(([, value]) => value !== 0)];
    }),
  );
}

export function taskTextOf({ messages, tools }: Example["asked"]): TaskText {
  const wire = messages.map(({ role, content }) =>
    role === "tool" ? { role, content, tool_call_id: "call" } : { role, content },
  );
  return readTaskText(readMessages(wire), tools.length);
}

/** Where the instruction stands, as the reader will find it. */
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

/** What is done with a drawn text names its field at times, and the text itself is of another. */
const DRAWN_FIELD_SHARE = 0.5;

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
  add(HEADS.tier + tier - 1, needShare);
  add(HEADS.tokens, (Math.log(tokens[0]) + Math.log(tokens[1])) / 2);
}

export function sparseRowsOf(texts: readonly TaskText[], features: TaskFeatures): SparseRows {
  return toSparseRows(
    texts.map((text) => {
      const { ids, values, count } = features.read(text);
      return Array.from({ length: count }, (_, at) => [ids[at]!, values[at]!] as const);
    }),
  );
}

export function buildTaskRows(examples: readonly Example[], features: TaskFeatures): TaskRows {
  const targets = new Float32Array(examples.length * HEADS.count);
  examples.forEach(({ labels, needShare, operationShare = 1, hasDrawnMatter }, row) => {
    const target = targets.subarray(row * HEADS.count, (row + 1) * HEADS.count);
    const fieldShare = hasDrawnMatter === true ? DRAWN_FIELD_SHARE : 1;
    const share = { share: 1 / labels.length, operationShare, needShare, fieldShare };
    for (const label of labels) addLabel(target, label, share);
  });
  const rows = sparseRowsOf(examples.map(placedOf), features);
  return { ...rows, featureCount: features.featureCount, targets, apart: tellApart(rows, examples) };
}
