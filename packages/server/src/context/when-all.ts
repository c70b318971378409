// The one way in which a decision waits: not at all where everything is in memory, so that the usual decision is made without
// giving up the turn.

type Ready<T extends readonly unknown[]> = { -readonly [K in keyof T]: Awaited<T[K]> };

/** Calls `then` with the values, without a wait where none of them is a promise. */
export function whenAll<T extends readonly unknown[], R>(
  values: readonly [...T],
  then: (...ready: Ready<T>) => R | Promise<R>,
): R | Promise<R> {
  if (values.some((value) => value instanceof Promise))
    return Promise.all(values).then((ready) => then(...(ready as Ready<T>)));
  return then(...(values as Ready<T>));
}
