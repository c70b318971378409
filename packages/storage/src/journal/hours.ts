export const HOUR_MS = 3_600_000;

/** When the hour of a moment began. */
export function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS) * HOUR_MS;
}
