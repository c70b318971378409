// The memory that a sleeping caller and its worker share: a state, a length, token ids in, a vector out.
const IDS_MAX = 512;
const WIDTH_MAX = 2_048;
const HEADER_BYTES = 8;

export const IDLE = 0;
export const REQUEST = 1;
export const READY = 2;
export const FAULT = 3;

export interface SharedReading {
  readonly memory: SharedArrayBuffer;
  /** State, then the number of ids. */
  readonly state: Int32Array;
  readonly ids: Int32Array;
  readonly vector: Float32Array;
}

export function layOutShared(
  memory = new SharedArrayBuffer(HEADER_BYTES + 4 * (IDS_MAX + WIDTH_MAX)),
): SharedReading {
  return {
    memory,
    state: new Int32Array(memory, 0, 2),
    ids: new Int32Array(memory, HEADER_BYTES, IDS_MAX),
    vector: new Float32Array(memory, HEADER_BYTES + 4 * IDS_MAX, WIDTH_MAX),
  };
}
