// Times are milliseconds inside the service and ISO 8601 on the wire.
import { invalid } from "@signalbox/contracts";

export const toIso = (ms: number): string => new Date(ms).toISOString();

export const toIsoOrNull = (ms: number | null): string | null => (ms === null ? null : toIso(ms));

/** Undefined stays undefined. @throws SignalboxError as `readTimestamp` */
export const readOptionalTimestamp = (text: string | undefined, location: string): number | undefined =>
  text === undefined ? undefined : readTimestamp(text, location);

/** @throws SignalboxError validation_failed, naming the location */
export function readTimestamp(text: string, location: string): number {
  const ms = Date.parse(text);
  if (Number.isFinite(ms)) return ms;
  const fix = "Send ISO 8601 with a time zone, e.g. 2026-01-31T12:00:00Z.";
  throw invalid([{ location, message: "It is not a time.", fix }]);
}
