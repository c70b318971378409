// A very small WebAssembly assembler: just enough sections and instructions for functions over one imported memory.
// Binary format: https://webassembly.github.io/spec/core/binary/

export type Code = readonly (number | Code)[];

const I32 = 0x7f;
const F32 = 0x7d;
const V128 = 0x7b;
const EMPTY_BLOCK = 0x40;

function leb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return [...bytes, rest];
    bytes.push((rest & 0x7f) | 0x80);
  }
}

/** Signed form, for constants. */
function signedLeb(value: number): number[] {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7) {
    const low = rest & 0x7f;
    const isLast = (rest >> 7 === 0 && (low & 0x40) === 0) || (rest >> 7 === -1 && (low & 0x40) !== 0);
    if (isLast) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

const simd = (opcode: number): number[] => [0xfd, ...leb(opcode)];
const memory = (opcode: readonly number[], align: number, offset: number): number[] => [
  ...opcode,
  ...leb(align),
  ...leb(offset),
];

export const get = (local: number): Code => [0x20, local];
export const put = (local: number, value: Code): Code => [value, 0x21, local];
export const constant = (value: number): Code => [0x41, ...signedLeb(value)];
export const add = (a: Code, b: Code): Code => [a, b, 0x6a];
export const multiply = (a: Code, b: Code): Code => [a, b, 0x6c];
const lessThan = (a: Code, b: Code): Code => [a, b, 0x49];

export const loadI32 = (at: Code): Code => [at, ...memory([0x28], 2, 0)];
export const loadF32 = (at: Code): Code => [at, ...memory([0x2a], 2, 0)];
export const storeF32 = (at: Code, value: Code, offset = 0): Code => [
  at,
  value,
  ...memory([0x38], 2, offset),
];
export const minF32 = (a: Code, b: Code): Code => [a, b, 0x96];
export const addF32 = (a: Code, b: Code): Code => [a, b, 0x92];
export const infinity: Code = [0x43, 0x00, 0x00, 0x80, 0x7f];

export const loadV = (at: Code, offset = 0): Code => [at, ...memory(simd(0x00), 4, offset)];
export const loadBytesAsShorts = (at: Code, offset = 0): Code => [at, ...memory(simd(0x01), 3, offset)];
export const storeV = (at: Code, value: Code, offset = 0): Code => [
  at,
  value,
  ...memory(simd(0x0b), 4, offset),
];
/** Two floats as doubles. */
export const loadTwoAsDoubles = (at: Code, offset = 0): Code => [
  at,
  ...memory(simd(0x5d), 3, offset),
  ...simd(0x5f),
];
export const zeroV: Code = [...simd(0x0c), ...Array.from({ length: 16 }, () => 0)];
export const splatF32 = (value: Code): Code => [value, ...simd(0x13)];
/** A float as a double, twice. */
export const splatAsDouble = (value: Code): Code => [value, 0xbb, ...simd(0x14)];
export const addDoubles = (a: Code, b: Code): Code => [a, b, ...simd(0xf0)];
export const multiplyDoubles = (a: Code, b: Code): Code => [a, b, ...simd(0xf2)];
export const lane = (vector: Code, index: number): Code => [vector, ...simd(0x1f), index];
export const lowAsInts = (shorts: Code): Code => [shorts, ...simd(0xa7)];
export const highAsInts = (shorts: Code): Code => [shorts, ...simd(0xa8)];
export const toFloats = (ints: Code): Code => [ints, ...simd(0xfa)];
export const addV = (a: Code, b: Code): Code => [a, b, ...simd(0xe4)];
export const subtractV = (a: Code, b: Code): Code => [a, b, ...simd(0xe5)];
export const multiplyV = (a: Code, b: Code): Code => [a, b, ...simd(0xe6)];
export const divideV = (a: Code, b: Code): Code => [a, b, ...simd(0xe7)];
export const rootV = (a: Code): Code => [a, ...simd(0xe3)];

/** Runs the body while the counter is below the limit; the body moves the counter itself. */
export const whileBelow = (counter: number, limit: Code, body: Code): Code => [
  [0x02, EMPTY_BLOCK, 0x03, EMPTY_BLOCK],
  [lessThan(get(counter), limit), 0x45, 0x0d, 1],
  body,
  [0x0c, 0, 0x0b, 0x0b],
];

export interface WasmFunction {
  readonly name: string;
  /** All parameters are i32. */
  readonly parameters: number;
  readonly returnsF32: boolean;
  readonly locals: readonly ("i32" | "f32" | "v128")[];
  readonly body: Code;
}

const TYPES = { i32: I32, f32: F32, v128: V128 };

const flatten = (code: Code): number[] =>
  code.flatMap((part) => (typeof part === "number" ? [part] : flatten(part)));
const sized = (bytes: readonly number[]): number[] => [...leb(bytes.length), ...bytes];
const vector = (items: readonly (readonly number[])[]): number[] => [...leb(items.length), ...items.flat()];
const section = (id: number, content: readonly number[]): number[] => [id, ...sized(content)];
const text = (value: string): number[] => sized([...Buffer.from(value)]);

function typeOf({ parameters, returnsF32 }: WasmFunction): number[] {
  const inputs = Array.from({ length: parameters }, () => [I32]);
  return [0x60, ...vector(inputs), ...vector(returnsF32 ? [[F32]] : [])];
}

function codeOf({ locals, body }: WasmFunction): number[] {
  const declared = locals.map((kind) => [1, TYPES[kind]]);
  return sized([...vector(declared), ...flatten(body), 0x0b]);
}

/** Magic number and version. */
const HEADER: readonly number[] = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

/** A module that imports `env.memory` and exports the functions. */
export function assemble(functions: readonly WasmFunction[]): Uint8Array {
  return Uint8Array.from([
    ...HEADER,
    ...section(1, vector(functions.map(typeOf))),
    ...section(2, vector([[...text("env"), ...text("memory"), 0x02, 0x00, 0x01]])),
    ...section(3, vector(functions.map((_, index) => leb(index)))),
    ...section(7, vector(functions.map(({ name }, index) => [...text(name), 0x00, ...leb(index)]))),
    ...section(10, vector(functions.map(codeOf))),
  ]);
}
