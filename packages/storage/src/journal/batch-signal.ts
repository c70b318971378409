// How batches reach the journal's worker: their figures are in memory that both share, and the worker sleeps on one of them.
// Waking it costs the deciding thread a third of what a message does, whose clone and event loop neither side needs.
import { STATEMENTS } from "./journal-message.ts";
import type { JournalBatch } from "./journal-message.ts";

/** Batches that may be under way at the same time; divides ID_MAX, so that ids that follow each other share no slot. */
export const BATCHES_MAX = 32;
/** Slept on: the batch that was signalled last, and CLOSED at the end. */
const AT_ID = 0;
/** Figures of a batch, in its slot. */
const [AT_PLACE, AT_COUNT, AT_TEXT_BYTES, AT_PARTS] = [0, 1, 2, 3];
const FIGURES = AT_PARTS + 2 * STATEMENTS.length;
const CLOSED = -1;
/** Ids begin at 1 and start over after this one: they have to fit the place they are slept on. */
const ID_MAX = 2 ** 30;

export const idAfter = (id: number): number => (id % ID_MAX) + 1;

export const createSignalMemory = (): SharedArrayBuffer =>
  new SharedArrayBuffer((1 + BATCHES_MAX * FIGURES) * Int32Array.BYTES_PER_ELEMENT);

const slotOf = (memory: SharedArrayBuffer, id: number): Int32Array => {
  const at = 1 + (id % BATCHES_MAX) * FIGURES;
  return new Int32Array(memory, at * Int32Array.BYTES_PER_ELEMENT, FIGURES);
};

/** The members of a batch that are in the shared memory. The memory of its values comes as a message. */
export type SignalledBatch = Omit<JournalBatch, "buffer">;

function wake(memory: SharedArrayBuffer, id: number): void {
  const head = new Int32Array(memory, 0, 1);
  Atomics.store(head, AT_ID, id);
  Atomics.notify(head, AT_ID);
}

/** The id is the one after that of the batch before; at most BATCHES_MAX are signalled and not yet answered. */
export function signalBatch(memory: SharedArrayBuffer, batch: SignalledBatch): void {
  const figures = slotOf(memory, batch.id);
  figures[AT_PLACE] = batch.place;
  figures[AT_COUNT] = batch.count;
  figures[AT_TEXT_BYTES] = batch.textBytes;
  for (const [at, { rows, columns }] of batch.parts.entries()) {
    figures[AT_PARTS + 2 * at] = rows;
    figures[AT_PARTS + 2 * at + 1] = columns;
  }
  wake(memory, batch.id);
}

export function signalClose(memory: SharedArrayBuffer): void {
  wake(memory, CLOSED);
}

function readSlot(memory: SharedArrayBuffer, id: number): SignalledBatch {
  const figures = slotOf(memory, id);
  const at = (place: number): number => figures[place] ?? 0;
  return {
    id,
    place: at(AT_PLACE),
    count: at(AT_COUNT),
    textBytes: at(AT_TEXT_BYTES),
    parts: STATEMENTS.map((statement, index) => ({
      statement,
      rows: at(AT_PARTS + 2 * index),
      columns: at(AT_PARTS + 2 * index + 1),
    })),
  };
}

/** Blocks this thread until there are further batches, and takes them all. None when no further one comes. */
export function awaitBatches(memory: SharedArrayBuffer, lastId: number): readonly SignalledBatch[] {
  const head = new Int32Array(memory, 0, 1);
  let newest = lastId;
  while (newest === lastId) {
    Atomics.wait(head, AT_ID, lastId);
    newest = Atomics.load(head, AT_ID);
  }
  if (newest === CLOSED) return [];
  const batches: SignalledBatch[] = [];
  for (let id = lastId; id !== newest;) {
    id = idAfter(id);
    batches.push(readSlot(memory, id));
  }
  return batches;
}
