// Pauses before refusals: a client that asks again as soon as it is answered would otherwise cost as much as one that is served.

/** Further refusals leave immediately. */
const PAUSING_MAX = 4_096;

let pausing = 0;

/**
 * Calls back after a pause, or immediately where too many wait already. Pauses are of half to three halves of the time, so that
 * those who were refused together do not come again together.
 * @param ms on average
 */
export function pause(ms: number, done: () => void): void {
  if (pausing >= PAUSING_MAX) {
    done();
    return;
  }
  pausing += 1;
  setTimeout(
    () => {
      pausing -= 1;
      done();
    },
    ms * (0.5 + Math.random()),
  );
}
