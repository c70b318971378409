// One session of the sentence encoder, on the thread that opens it. One text at a time: int8 activations are scaled over a
// whole batch, so a text would get another vector in other company; and batches gain nothing on a processor.
import type * as OnnxRuntime from "onnxruntime-common";

import { SignalboxError } from "@signalbox/contracts";

import { readEncoderFile } from "./weights.ts";

type Runtime = typeof OnnxRuntime;
type RuntimeSession = OnnxRuntime.InferenceSession;

/** Beside the package `signalbox` it is installed by hand; in a clone it is one of the tools. */
const RUNTIMES: readonly string[] = [
  "onnxruntime-node",
  new URL("../../../tools/onnx-runtime.mjs", import.meta.url).href,
];

export interface EncoderFile {
  /** Path of the weights, or the address they were fetched from; empty takes those that are at hand. */
  readonly path: string;
  readonly sha256: string;
}

export interface EncoderSession {
  readonly width: number;
  /** Vector of unit length of the first position. Blocks the thread while it runs. @shape width */
  embed(ids: ArrayLike<number>): Promise<Float32Array>;
  /** Vectors of all positions, not normalised. @shape ids.length x width */
  embedPositions(ids: ArrayLike<number>): Promise<Float32Array>;
  /** Lets go of the memory; nothing may be asked afterwards. */
  close(): Promise<void>;
}

async function loadRuntime(): Promise<Runtime> {
  const causes: unknown[] = [];
  for (const name of RUNTIMES)
    try {
      return (await import(name)) as Runtime;
    } catch (cause) {
      causes.push(cause);
    }
  throw new SignalboxError(
    "invalid_configuration",
    "The transformer tier needs the package onnxruntime-node, which cannot be loaded here. Install it beside Signalbox with `npm install onnxruntime-node@1.30.0`, in a clone with `npm run tools`, or keep the static tier.",
    { cause: new AggregateError(causes) },
  );
}

function normalise(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const scale = 1 / Math.max(1e-12, Math.sqrt(squares));
  return vector.map((value) => value * scale);
}

async function run(runtime: Runtime, session: RuntimeSession, ids: ArrayLike<number>): Promise<Float32Array> {
  const shape = [1, ids.length];
  const tokens = BigInt64Array.from(ids, BigInt);
  const { last_hidden_state: output } = await session.run({
    input_ids: new runtime.Tensor("int64", tokens, shape),
    attention_mask: new runtime.Tensor("int64", new BigInt64Array(ids.length).fill(1n), shape),
    token_type_ids: new runtime.Tensor("int64", new BigInt64Array(ids.length), shape),
  });
  if (output?.data instanceof Float32Array) return output.data;
  throw new SignalboxError("invalid_artefact", "The encoder has no float output last_hidden_state.");
}

const PROBE = [101, 102];

/** @throws SignalboxError invalid_configuration when weights or runtime are missing, invalid_artefact when they do not fit */
export async function openEncoderSession(file: EncoderFile): Promise<EncoderSession> {
  const bytes = await readEncoderFile(file.path, file.sha256);
  const runtime = await loadRuntime();
  const session = await runtime.InferenceSession.create(bytes, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const width = (await run(runtime, session, PROBE)).length / PROBE.length;
  return {
    width,
    embed: async (ids) => normalise((await run(runtime, session, ids)).slice(0, width)),
    embedPositions: (ids) => run(runtime, session, ids),
    close: () => session.release(),
  };
}
