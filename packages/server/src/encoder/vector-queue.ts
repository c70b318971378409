// Readings that wait for a thread of the sentence encoder, each thread working on one at a time. What is still wanted goes
// first, oldest first; what nobody waits for any more is embedded when nothing else is left, for the next turn of its chain.
import type { EncoderThread } from "@signalbox/encoder";

export interface QueuedReading {
  readonly ids: Int32Array;
  /** Whether anybody still waits for it. */
  isWanted: boolean;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (cause: unknown) => void;
}

export interface VectorQueue {
  readonly waiting: number;
  push(reading: QueuedReading): void;
  /** True when fewer than `max` wait, if need be after one that nobody wants was refused. */
  hasRoom(max: number): boolean;
  /** Gives the queue a thread to feed until it ends. */
  serve(thread: EncoderThread): void;
  /** Refuses everything that waits. */
  drain(cause: unknown): void;
}

function takeNext(readings: QueuedReading[]): QueuedReading | undefined {
  const wanted = readings.findIndex(({ isWanted }) => isWanted);
  if (wanted < 0) return readings.pop();
  return readings.splice(wanted, 1)[0];
}

export function createVectorQueue(): VectorQueue {
  const readings: QueuedReading[] = [];
  const idle = new Set<EncoderThread>();

  const work = async (thread: EncoderThread, reading: QueuedReading): Promise<void> => {
    try {
      reading.resolve(await thread.embed(reading.ids));
      idle.add(thread);
      next();
    } catch (cause) {
      // The thread has ended; its owner starts another.
      reading.reject(cause);
    }
  };
  const next = (): void => {
    for (const thread of idle) {
      const reading = takeNext(readings);
      if (reading === undefined) return;
      idle.delete(thread);
      void work(thread, reading);
    }
  };
  return {
    get waiting() {
      return readings.length;
    },
    push: (reading) => {
      readings.push(reading);
      next();
    },
    hasRoom: (max) => {
      if (readings.length < max) return true;
      const unwanted = readings.findIndex(({ isWanted }) => !isWanted);
      if (unwanted < 0) return false;
      readings.splice(unwanted, 1)[0]?.reject(new Error("Displaced by a reading that is waited for."));
      return true;
    },
    serve: (thread) => {
      idle.add(thread);
      void thread.ended.then(() => idle.delete(thread));
      next();
    },
    drain: (cause) => {
      for (const { reject } of readings.splice(0)) reject(cause);
    },
  };
}
