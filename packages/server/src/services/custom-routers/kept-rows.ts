// How many evaluation rows are kept with a custom router, and since when.
import { isRecord } from "@signalbox/contracts";
import type { CustomRouter } from "@signalbox/storage";

interface KeptRows {
  readonly rows: number;
  /** @unit milliseconds since 1970 */
  readonly atMs: number;
}

/** Undefined where none are kept. */
export function keptRowsOf({ upload }: Pick<CustomRouter, "upload">): KeptRows | undefined {
  const { kept } = upload;
  if (!isRecord(kept)) return undefined;
  const { rows, atMs } = kept;
  return typeof rows === "number" && typeof atMs === "number" ? { rows, atMs } : undefined;
}
