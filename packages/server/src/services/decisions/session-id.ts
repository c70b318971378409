// Ids of decisions: UUIDs of version 7 (RFC 9562). They begin with the time, so that neighbours in time are neighbours in
// the database's index: appending stays as cheap with ten million rows as with ten.

const TIME_DIGITS = 12;

/**
 * @param nowMs milliseconds since 1970
 * @param random a UUID of version 4, whose last 74 random bits stay
 */
export function timeOrderedId(nowMs: number, random: string): string {
  const time = Math.max(0, Math.trunc(nowMs)).toString(16).padStart(TIME_DIGITS, "0").slice(-TIME_DIGITS);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random.slice(15)}`;
}
