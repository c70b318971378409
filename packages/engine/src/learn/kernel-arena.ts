// Kernel memory in which what was learned is applied, one for the process: every WebAssembly memory reserves gigabytes of
// address space, so that thousands of accounts cannot have their own. A policy keeps its tables there for as long as they
// hold; when the memory is full, all are forgotten and placed again as they are needed.
import { createSimdMemory, type SimdMemory } from "../kernels/simd-memory.ts";

export const FLOAT_BYTES = 4;

export interface Block {
  readonly address: number;
  readonly view: Float32Array;
}

/** Address of the tables, and how long they stay there. */
export interface Place {
  readonly arena: Arena;
  /** Round of the arena in which they were placed; void in later rounds. */
  readonly round: number;
}

/** Rows of kernels are multiples of 4 wide. */
export function toColumns(size: number): number {
  return Math.ceil(size / 4) * 4;
}

/** Holds some hundred corrections of ten candidates. */
const ARENA_BYTES_LEAST = 8 << 20;

export interface Arena {
  readonly memory: SimdMemory;
  readonly start: number;
  readonly bytes: number;
  used: number;
  round: number;
}

function createArena(bytes: number): Arena {
  const memory = createSimdMemory(bytes);
  return { memory, start: memory.reserve(bytes), bytes, used: 0, round: 0 };
}

let arena: Arena | undefined;

/** The arena, with room for so many bytes: what stood there may be void now. */
export function arenaFor(bytes: number): Arena {
  if (arena === undefined || arena.bytes < bytes) arena = createArena(Math.max(ARENA_BYTES_LEAST, 2 * bytes));
  if (arena.used + bytes > arena.bytes) {
    arena.used = 0;
    arena.round += 1;
  }
  return arena;
}

export function isStanding({ arena: home, round }: Place): boolean {
  return home === arena && round === home.round;
}

/** The next free floats. What stood there before is still in them. */
export function takeBlock(home: Arena, count: number): Block {
  const address = home.start + home.used;
  home.used += toColumns(count) * FLOAT_BYTES;
  return { address, view: home.memory.floats(address, count) };
}
