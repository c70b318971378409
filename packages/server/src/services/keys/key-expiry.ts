import { invalid } from "@signalbox/contracts";
import { readTimestamp } from "../timestamps.ts";

/** Milliseconds, null for never, undefined when nothing was said. @throws SignalboxError validation_failed for the past */
export function readExpiry(text: string | null | undefined, nowMs: number): number | null | undefined {
  if (text === undefined || text === null) return text;
  const expiresAtMs = readTimestamp(text, "body.expires_at");
  if (expiresAtMs > nowMs) return expiresAtMs;
  throw invalid([
    {
      location: "body.expires_at",
      message: "It lies in the past.",
      fix: "Send a later time, or null for a key that does not expire.",
    },
  ]);
}
