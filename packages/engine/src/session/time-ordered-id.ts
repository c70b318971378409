// Ids of decisions: the form of a UUID of version 4, which the contract promises, with the time in place of its first 48 bits
// (a "COMB"). Neighbours in time are neighbours in the database's index: appending stays as cheap with ten million rows as
// with ten. The 74 random bits that are left cannot be guessed.

const TIME_DIGITS = 12;

/** Time of the last id: many are made in one millisecond. */
let lastMs = -1;
let lastTime = "";

function timePart(nowMs: number): string {
  if (nowMs === lastMs) return lastTime;
  const time = Math.max(0, Math.trunc(nowMs)).toString(16).padStart(TIME_DIGITS, "0").slice(-TIME_DIGITS);
  lastMs = nowMs;
  lastTime = `${time.slice(0, 8)}-${time.slice(8)}`;
  return lastTime;
}

/**
 * @param nowMs milliseconds since 1970
 * @param random a UUID of version 4
 */
export function timeOrderedId(nowMs: number, random: string): string {
  return timePart(nowMs) + random.slice(13);
}
