// How a batch reaches the journal's worker: its figures lie in memory that both share, and the worker sleeps on one of them.
// Waking it costs the deciding thread a third of what a message does, whose clone and event loop neither side needs.
import { STATEMENTS } from "./journal-message.ts";
import type { JournalBatch } from "./journal-message.ts";

/** Places of the figures. The first one is slept on: it names the batch, and becomes CLOSED at the end. */
const [AT_ID, AT_COUNT, AT_TEXT_BYTES, AT_PARTS] = [0, 1, 2, 3];
const FIGURES = AT_PARTS + 2 * STATEMENTS.length;
const CLOSED = -1;
/** Ids begin at 1 and start over after this one: they have to fit the place they are slept on. */
const ID_MAX = 2 ** 30;

export const idAfter = (id: number): number => (id % ID_MAX) + 1;

export const createSignalMemory = (): SharedArrayBuffer =>
  new SharedArrayBuffer(FIGURES * Int32Array.BYTES_PER_ELEMENT);

/** The members of a batch that stand in the shared memory. Where the values of the batch lie is another message. */
type SignalledBatch = Omit<JournalBatch, "buffer">;

function wake(figures: Int32Array, id: number): void {
  Atomics.store(figures, AT_ID, id);
  Atomics.notify(figures, AT_ID);
}

/** Call it when the batch before is answered: the worker reads the figures whenever it wakes. */
export function signalBatch(memory: SharedArrayBuffer, batch: SignalledBatch): void {
  const figures = new Int32Array(memory);
  figures[AT_COUNT] = batch.count;
  figures[AT_TEXT_BYTES] = batch.textBytes;
  for (const [at, { rows, columns }] of batch.parts.entries()) {
    figures[AT_PARTS + 2 * at] = rows;
    figures[AT_PARTS + 2 * at + 1] = columns;
  }
  wake(figures, batch.id);
}

export function signalClose(memory: SharedArrayBuffer): void {
  wake(new Int32Array(memory), CLOSED);
}

/** Blocks this thread until there is another batch. Undefined when no further one comes. */
export function awaitBatch(memory: SharedArrayBuffer, lastId: number): SignalledBatch | undefined {
  const figures = new Int32Array(memory);
  let id = lastId;
  while (id === lastId) {
    Atomics.wait(figures, AT_ID, lastId);
    id = Atomics.load(figures, AT_ID);
  }
  if (id === CLOSED) return undefined;
  const at = (place: number): number => figures[place] ?? 0;
  return {
    id,
    count: at(AT_COUNT),
    textBytes: at(AT_TEXT_BYTES),
    parts: STATEMENTS.map((statement, index) => ({
      statement,
      rows: at(AT_PARTS + 2 * index),
      columns: at(AT_PARTS + 2 * index + 1),
    })),
  };
}
