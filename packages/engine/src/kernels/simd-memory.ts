// Memory and kernels of one loaded model: its arrays lie beside each other in WebAssembly memory, where SIMD can reach
// them. Everything is laid out once at the load; the hot path only runs.
import { SIMD_KERNELS } from "./simd-kernels.generated.ts";

// The language library for servers does not declare WebAssembly: these are the few members that the kernels need.
interface WasmMemory {
  readonly buffer: ArrayBuffer;
}

interface WebAssemblyApi {
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => WasmMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  ) => { readonly exports: unknown };
}

/** Every engine that runs this package has it: Node, browsers, workers. */
const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyApi };

/** Byte addresses and counts; columns are multiples of 4, of `POOLED_COLUMNS` for `pool`, of `SUMMED_COLUMNS` for `sumRows`. */
export interface Kernels {
  /** out[r] = sum over c of matrix[r x c] * x[c] */
  matrixVector(matrix: number, x: number, out: number, rows: number, columns: number): void;
  /** Smallest over r of the sum over c of (matrix[r x c] - x[c])^2, over rows that `blockRows` laid out */
  nearestSquared(matrix: number, x: number, blocks: number, columns: number): number;
  /** out[c] = sum over i of factors[i] * table[ids[i] x c] */
  pool(table: number, ids: number, factors: number, count: number, columns: number, out: number): void;
  /** As `pool`, over rows of floats, in doubles: each sum in the order of the ids, as if added by hand. */
  sumRows(table: number, ids: number, factors: number, count: number, columns: number, out: number): void;
  /**
   * A step of training: row ids[i] of the table moves down factors[i] * slopes + parts[i] * penalties[i] * row, each weight by
   * its step over the root of its squared slopes so far. `penalties` holds the address of a vector for each i.
   * @source Duchi, Hazan, Singer (2011), "Adaptive subgradient methods", figure 1
   */
  descendRows(
    table: number,
    squares: number,
    ids: number,
    factors: number,
    parts: number,
    penalties: number,
    count: number,
    slopes: number,
    steps: number,
    columns: number,
  ): void;
}

/** Read texts in the memory: `assembly/scan.ts` and `assembly/lexicon.ts` say what each takes. */
interface ScanKernels {
  setTables(folds: number, classes: number, bones: number): void;
  fold(text: number, length: number, out: number): number;
  hashWords(
    units: number,
    count: number,
    base: number,
    wordsMost: number,
    stems: number,
    pieces: number,
    hasBones: boolean,
    hasPairs: boolean,
    out: number,
  ): number;
  buildLexicon(base: number, length: number, conceptCount: number): number;
  markConcepts(units: number, count: number): number;
  /** Address of where each concept first begins. */
  readonly firstAt: { readonly value: number };
  setRow(ids: number, values: number, most: number): void;
  addConcepts(units: number, count: number, row: number, at: number, nearAt: number, near: number): number;
  setHashing(known: number, seen: number, rows: number): void;
  rowOfSlot(slot: number): number;
  seeHashes(hashes: number, count: number, slotsFrom: number, mask: number): void;
  addSeen(row: number, from: number, value: number): number;
}

/** Answers for a unit that the module has not met. */
interface UnitReaders {
  foldUnit(unit: number): number;
  classOfUnit(unit: number): number;
}

export interface SimdMemory {
  readonly kernels: Kernels & ScanKernels;
  /** Room for bytes, 16-byte aligned, zeroed. @returns its byte address */
  readonly reserve: (bytes: number) => number;
  readonly floats: (address: number, count: number) => Float32Array;
  readonly doubles: (address: number, count: number) => Float64Array;
  readonly ints: (address: number, count: number) => Int32Array;
  readonly bytes: (address: number, count: number) => Int8Array;
  readonly shorts: (address: number, count: number) => Uint16Array;
}

const PAGE_BYTES = 65_536;
const ALIGNMENT = 16;

/** Rows of `from` columns widened with zeros to a multiple of 4, as the kernels want them. */
export function padRows(rows: Float32Array, rowCount: number, from: number, to: number): Float32Array {
  if (from === to) return rows;
  const padded = new Float32Array(rowCount * to);
  for (let row = 0; row < rowCount; row += 1)
    padded.set(rows.subarray(row * from, (row + 1) * from), row * to);
  return padded;
}

/** Columns that `pool` takes in one pass. */
export const POOLED_COLUMNS = 48;
/** Columns that `sumRows` takes in one pass. */
export const SUMMED_COLUMNS = 12;

function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (sign) => sign.codePointAt(0) ?? 0);
}

const NO_READERS: UnitReaders = { foldUnit: (unit) => unit, classOfUnit: () => 0 };
let module: object | undefined;

function createKernels(memory: WasmMemory, readers: UnitReaders): Kernels & ScanKernels {
  module ??= new WebAssembly.Module(decodeBase64(SIMD_KERNELS));
  const { exports } = new WebAssembly.Instance(module, { env: { memory, ...readers } });
  return exports as Kernels & ScanKernels;
}

/**
 * Addresses that stay put: the memory is as large as it will ever be.
 * @param capacityBytes sum of all that is reserved
 * @param readers needed where texts are read
 */
export function createSimdMemory(capacityBytes: number, readers = NO_READERS): SimdMemory {
  const pages = Math.ceil((capacityBytes + PAGE_BYTES) / PAGE_BYTES);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  let next = ALIGNMENT;
  return {
    kernels: createKernels(memory, readers),
    reserve: (bytes) => {
      const address = next;
      next += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
      if (next > memory.buffer.byteLength) throw new RangeError("The kernel memory was planned too small.");
      return address;
    },
    floats: (address, count) => new Float32Array(memory.buffer, address, count),
    doubles: (address, count) => new Float64Array(memory.buffer, address, count),
    ints: (address, count) => new Int32Array(memory.buffer, address, count),
    bytes: (address, count) => new Int8Array(memory.buffer, address, count),
    shorts: (address, count) => new Uint16Array(memory.buffer, address, count),
  };
}
