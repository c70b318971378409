/** The numbers of `a`, then those of `b`. */
export function concat<T extends Float32Array | Float64Array | Int32Array | Uint16Array>(a: T, b: T): T {
  const make = a.constructor as new (length: number) => T;
  const out = new make(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}
