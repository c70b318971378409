// Elements whose index the code around them knows to be valid. The type says so without an assertion, and a mistake is an
// error at its place instead of a NaN in a figure. Loops over millions of numbers index their typed arrays directly.

/** @throws RangeError where the list has no such index: a mistake of the caller */
export function valueAt<T>(list: ArrayLike<T>, index: number): T {
  if (!(index >= 0 && index < list.length)) throw beyond(index, list.length);
  return list[index] as T;
}

/** Numbers of typed arrays have accessors of their own: one that serves every kind of list is several times as slow. */
type Floats = Float32Array | Float64Array;
type Whole = Int32Array | Uint32Array | Uint16Array | Uint8Array;

const beyond = (index: number, length: number): RangeError =>
  new RangeError(`There is no element ${index} in a list of ${length}.`);

/** @throws RangeError where the array has no such index: a mistake of the caller */
export function floatAt(list: Floats, index: number): number {
  const value = list[index];
  if (value === undefined) throw beyond(index, list.length);
  return value;
}

/** @throws RangeError where the array has no such index: a mistake of the caller */
export function wholeAt(list: Whole, index: number): number {
  const value = list[index];
  if (value === undefined) throw beyond(index, list.length);
  return value;
}

/** Adds to an element in place. @throws RangeError where the array has no such index: a mistake of the caller */
export function addAt(list: Floats | Int32Array | Uint32Array, index: number, value: number): void {
  const held = list[index];
  if (held === undefined) throw beyond(index, list.length);
  list[index] = held + value;
}

/** The value under a key that is known to be there. @throws RangeError where it is not: a mistake of the caller */
export function valueOf<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  if (!map.has(key)) throw new RangeError(`There is no value under ${String(key)}.`);
  return map.get(key) as V;
}
