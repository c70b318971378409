// Vectors of prompts within a time budget: from memory, else from a thread, else not at all and why. Bounded in memory and
// in what may wait; a prompt is embedded once however many requests of one account want it.
import type { EncoderFile } from "@signalbox/encoder";
import { vectorKeyOf } from "@signalbox/encoder";
import { createBoundedMap, type BoundedMap, type EncoderFault } from "@signalbox/engine/internals";

import { openEncoderCrew, type EncoderCrew } from "./encoder-crew.ts";
import { createVectorQueue, type QueuedReading, type VectorQueue } from "./vector-queue.ts";

export interface VectorLimits {
  /** How long a request waits for its vector. @unit milliseconds */
  readonly budgetMs: number;
  /** Prompts that may wait for a thread. */
  readonly queueMax: number;
  /** Vectors kept in memory. */
  readonly cacheMax: number;
  readonly threads: number;
}

export interface VectorFigures {
  readonly hits: number;
  readonly embedded: number;
  readonly faults: Readonly<Record<EncoderFault, number>>;
  readonly waiting: number;
  readonly threads: number;
}

type Answer = Float32Array | EncoderFault;

export interface VectorQuestion {
  readonly ids: Int32Array;
  /** Whose memory is looked in: how fast an answer comes must not tell one account what another has sent. */
  readonly owner: string;
  /** The configured budget when left out. @unit milliseconds */
  readonly budgetMs?: number;
}

export interface PromptVectors {
  readonly width: number;
  /** A plain value when it is in memory or cannot be had, so that the hot path need not wait. Never throws. */
  find(question: VectorQuestion): Answer | Promise<Answer>;
  figures(): VectorFigures;
  close(): Promise<void>;
}

interface Pending {
  readonly reading: QueuedReading;
  readonly vector: Promise<Float32Array>;
  waiters: number;
}

/** The vector, or "late" after the budget; the embedding goes on, for the next one who asks. */
function within(pending: Pending, budgetMs: number): Promise<Answer> {
  pending.waiters += 1;
  pending.reading.isWanted = true;
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const timer = setTimeout(() => {
    pending.waiters -= 1;
    pending.reading.isWanted = pending.waiters > 0;
    resolve("late");
  }, budgetMs);
  const settle = (answer: Answer): void => {
    clearTimeout(timer);
    resolve(answer);
  };
  pending.vector.then(settle, () => settle("broken"));
  return promise;
}

/** What is known, what is under way, and how often which answer was given. */
interface Desk {
  readonly limits: VectorLimits;
  readonly queue: VectorQueue;
  readonly crew: EncoderCrew;
  readonly known: BoundedMap<Float32Array>;
  readonly pending: Map<string, Pending>;
  readonly counts: Record<EncoderFault | "hits" | "embedded", number>;
}

async function keepWhenReady(desk: Desk, key: string, vector: Promise<Float32Array>): Promise<void> {
  try {
    desk.known.set(key, await vector);
    desk.counts.embedded += 1;
  } catch {
    // `within` informs those who wait for it; nothing is kept.
  } finally {
    desk.pending.delete(key);
  }
}

function begin(desk: Desk, key: string, ids: Int32Array): Pending {
  const { promise, resolve, reject } = Promise.withResolvers<Float32Array>();
  const begun: Pending = {
    reading: { ids, isWanted: true, resolve, reject },
    vector: promise,
    waiters: 0,
  };
  desk.pending.set(key, begun);
  void keepWhenReady(desk, key, promise);
  desk.queue.push(begun.reading);
  return begun;
}

async function waitFor(desk: Desk, pending: Pending, budgetMs: number): Promise<Answer> {
  const answer = await within(pending, budgetMs);
  if (typeof answer === "string") desk.counts[answer] += 1;
  return answer;
}

function refuse(desk: Desk, fault: EncoderFault): EncoderFault {
  desk.counts[fault] += 1;
  return fault;
}

function findVector(desk: Desk, question: VectorQuestion): Answer | Promise<Answer> {
  const { ids, owner, budgetMs = desk.limits.budgetMs } = question;
  const key = `${owner} ${vectorKeyOf(ids)}`;
  const vector = desk.known.get(key);
  if (vector !== undefined) {
    desk.counts.hits += 1;
    return vector;
  }
  const begun = desk.pending.get(key);
  if (begun !== undefined) return waitFor(desk, begun, budgetMs);
  if (desk.crew.running === 0) return refuse(desk, "broken");
  if (!desk.queue.hasRoom(desk.limits.queueMax)) return refuse(desk, "busy");
  return waitFor(desk, begin(desk, key, ids), budgetMs);
}

export interface VectorParts {
  readonly file: EncoderFile;
  readonly limits: VectorLimits;
  readonly onFault: (cause: unknown) => void;
}

/** @throws SignalboxError invalid_configuration when weights or runtime are missing or are not the ones named */
export async function openPromptVectors({ file, limits, onFault }: VectorParts): Promise<PromptVectors> {
  const queue = createVectorQueue();
  const crew = await openEncoderCrew({
    file,
    threads: limits.threads,
    onThread: (thread) => queue.serve(thread),
    onFault: (cause, running) => {
      if (running === 0) queue.drain(cause);
      onFault(cause);
    },
  });
  const desk: Desk = {
    limits,
    queue,
    crew,
    known: createBoundedMap(limits.cacheMax),
    pending: new Map(),
    counts: { hits: 0, embedded: 0, late: 0, busy: 0, broken: 0 },
  };
  return {
    width: crew.width,
    find: (question) => findVector(desk, question),
    figures: () => {
      const { hits, embedded, late, busy, broken } = desk.counts;
      return {
        hits,
        embedded,
        faults: { late, busy, broken },
        waiting: queue.waiting,
        threads: crew.running,
      };
    },
    close: () => crew.close(),
  };
}
