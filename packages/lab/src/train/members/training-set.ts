// What one training run reads: prompts as token ids and dense features, outcomes in rows by prompt.
// All arrays lie in shared memory, so that the members of the ensemble train side by side on one copy.

/** Prompts as the encoder sees them. */
export interface PromptFeatures {
  readonly count: number;
  /** Tokens of prompt p are `ids[offsets[p] .. offsets[p + 1])`. @shape count + 1 */
  readonly offsets: Int32Array;
  readonly ids: Uint16Array;
  /** @shape count x denseSize */
  readonly dense: Float32Array;
  readonly denseSize: number;
}

/** Outcomes by prompt. */
export interface OutcomeRows {
  /** Outcomes of prompt p are at `offsets[p] .. offsets[p + 1])`. @shape prompts + 1 */
  readonly offsets: Int32Array;
  /** Source-model of each outcome. */
  readonly model: Int32Array;
  /** @range 0..1 */
  readonly score: Float32Array;
  /** How much the outcome counts in the loss. */
  readonly weight: Float32Array;
}

/** Other wordings of the training prompts. */
export interface Rewordings {
  /** Wordings of prompt p are the rows `offsets[p] .. offsets[p + 1])` of `features`. @shape prompts + 1 */
  readonly offsets: Int32Array;
  readonly features: PromptFeatures;
}

export interface TrainingSet {
  readonly features: PromptFeatures;
  readonly rewordings: Rewordings;
  readonly outcomes: OutcomeRows;
  /** Source of each prompt. @shape features.count */
  readonly sourceOf: Int32Array;
  /** Canonical model of each source-model. */
  readonly canonicalOf: Int32Array;
  readonly canonicalCount: number;
  readonly trainRows: Int32Array;
  readonly devRows: Int32Array;
}

export function sharedFloat32(length: number): Float32Array {
  return new Float32Array(new SharedArrayBuffer(Math.max(4, length * 4)), 0, length);
}

export function sharedInt32(length: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(Math.max(4, length * 4)), 0, length);
}

export function sharedUint16(length: number): Uint16Array {
  return new Uint16Array(new SharedArrayBuffer(Math.max(4, length * 2)), 0, length);
}
