// Elements whose index the code around them knows to be valid. The type says so without an assertion, and a mistake is an
// error at its place instead of a NaN in a figure. Loops over millions of numbers index their typed arrays directly.

/** @throws RangeError where the list has no such index: a mistake of the caller */
export function valueAt<T>(list: ArrayLike<T>, index: number): T {
  if (!(index >= 0 && index < list.length))
    throw new RangeError(`There is no element ${index} in a list of ${list.length}.`);
  return list[index] as T;
}

/** The value under a key that is known to be there. @throws RangeError where it is not: a mistake of the caller */
export function valueOf<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  if (!map.has(key)) throw new RangeError(`There is no value under ${String(key)}.`);
  return map.get(key) as V;
}
