// Worker thread: opens the session, says so or why not, then answers each reading with its vector.
import { parentPort, workerData } from "node:worker_threads";

import { SignalboxError, type ErrorCode } from "@signalbox/contracts";

import { openEncoderSession, type EncoderFile, type EncoderSession } from "./session.ts";

export type ThreadRequest =
  | { readonly kind: "embed"; readonly id: number; readonly ids: Int32Array }
  /** Answer what came before, let go of the session, end. */
  | { readonly kind: "close" };

export type ThreadAnswer =
  | { readonly kind: "open"; readonly width: number }
  | { readonly kind: "fault"; readonly code: ErrorCode; readonly detail: string }
  | { readonly kind: "vector"; readonly id: number; readonly vector: Float32Array };

function tell(answer: ThreadAnswer): void {
  parentPort?.postMessage(answer, answer.kind === "vector" ? [answer.vector.buffer as ArrayBuffer] : []);
}

async function open(): Promise<EncoderSession | undefined> {
  try {
    return await openEncoderSession((workerData as { file: EncoderFile }).file);
  } catch (fault) {
    if (!(fault instanceof SignalboxError)) throw fault;
    tell({ kind: "fault", code: fault.code, detail: fault.detail });
    return undefined;
  }
}

async function answer(session: EncoderSession, request: ThreadRequest): Promise<void> {
  if (request.kind === "embed") {
    tell({ kind: "vector", id: request.id, vector: await session.embed(request.ids) });
    return;
  }
  await session.close();
  parentPort?.close();
}

const session = await open();
if (session !== undefined) {
  // A reading after the other: the session blocks the thread anyway.
  let last = Promise.resolve();
  parentPort?.on("message", (request: ThreadRequest) => {
    last = last.then(() => answer(session, request));
  });
  tell({ kind: "open", width: session.width });
}
