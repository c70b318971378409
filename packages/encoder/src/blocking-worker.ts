// Worker thread behind a sleeping caller: waits for a reading in shared memory, writes its vector, wakes the caller.
import { parentPort, workerData } from "node:worker_threads";

import { SignalboxError, type ErrorCode } from "@signalbox/contracts";

import { FAULT, IDLE, READY, REQUEST, layOutShared, type SharedReading } from "./blocking-memory.ts";
import { openEncoderSession, type EncoderFile, type EncoderSession } from "./session.ts";

export type BlockingAnswer =
  | { readonly kind: "open"; readonly width: number }
  | { readonly kind: "fault"; readonly code: ErrorCode; readonly detail: string };

interface Given {
  readonly file: EncoderFile;
  readonly memory: SharedArrayBuffer;
}

async function answer(session: EncoderSession, shared: SharedReading): Promise<number> {
  try {
    shared.vector.set(await session.embed(shared.ids.slice(0, Atomics.load(shared.state, 1))));
    return READY;
  } catch {
    // The caller turns the state into an error of its own; an exception here would leave it asleep.
    return FAULT;
  }
}

async function serve(session: EncoderSession, shared: SharedReading): Promise<never> {
  for (;;) {
    for (let seen = Atomics.load(shared.state, 0); seen !== REQUEST; seen = Atomics.load(shared.state, 0))
      Atomics.wait(shared.state, 0, seen);
    Atomics.store(shared.state, 0, await answer(session, shared));
    Atomics.notify(shared.state, 0);
  }
}

const { file, memory } = workerData as Given;
const tell = (message: BlockingAnswer): void => parentPort?.postMessage(message, []);
const shared = layOutShared(memory);
Atomics.store(shared.state, 0, IDLE);
try {
  const session = await openEncoderSession(file);
  tell({ kind: "open", width: session.width });
  void serve(session, shared);
} catch (fault) {
  if (!(fault instanceof SignalboxError)) throw fault;
  tell({ kind: "fault", code: fault.code, detail: fault.detail });
}
