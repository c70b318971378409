// Pauses before refusals: a client that asks again as soon as it is answered would otherwise cost as much as one that is served.

/** @unit milliseconds */
const PAUSE_MS = 250;
/** Further refusals leave immediately. */
const PAUSING_MAX = 4_096;

let pausing = 0;

/** Calls back after a pause, or immediately where too many wait already. */
export function pause(done: () => void): void {
  if (pausing >= PAUSING_MAX) {
    done();
    return;
  }
  pausing += 1;
  setTimeout(() => {
    pausing -= 1;
    done();
  }, PAUSE_MS);
}
