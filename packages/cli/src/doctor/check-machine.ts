// What the machine brings: Node, its clock, and room for what comes.
import { statfs } from "node:fs/promises";

import { VERSION } from "@signalbox/contracts";

import { bad, good, type Finding } from "./finding.ts";

const NODE_MAJOR_MIN = 24;
/** No release of this service is older: a clock before it is wrong. */
const CLOCK_MS_MIN = Date.UTC(2026, 0, 1);
/** Keys, links and replicas go by the time; a minute apart they disagree about what has expired. */
const CLOCK_APART_MS_MAX = 60_000;
/** A backup, a vacuum or a day of decisions soon takes more. */
const FREE_BYTES_MIN = 1024 ** 3;

export function checkVersions(): Finding {
  const major = Number(process.versions.node.split(".")[0]);
  const detail = `Signalbox ${VERSION} on Node ${process.versions.node}.`;
  if (major >= NODE_MAJOR_MIN) return good("versions", detail);
  return bad(
    "versions",
    `${detail} It needs Node ${NODE_MAJOR_MIN}: start it with \`npm start\`, which brings its own.`,
  );
}

export interface Clocks {
  /** @unit milliseconds since 1970 */
  readonly nowMs: number;
  /** Of the database; undefined while it does not answer. @unit milliseconds since 1970 */
  readonly databaseMs: number | undefined;
  /** When a file of the installation was last written; undefined without one. @unit milliseconds since 1970 */
  readonly newestFileMs: number | undefined;
}

export function checkClock({ nowMs, databaseMs = nowMs, newestFileMs = nowMs }: Clocks): Finding {
  const now = new Date(nowMs).toISOString();
  if (nowMs < CLOCK_MS_MIN)
    return bad("clock", `${now} is in the past. Set the clock: sessions, prices and keys go by it.`);
  const apartMs = Math.abs(databaseMs - nowMs);
  if (apartMs > CLOCK_APART_MS_MAX)
    return bad(
      "clock",
      `${now} is ${Math.round(apartMs / 1000)} s away from the database's clock. Run a time service on both machines.`,
    );
  if (newestFileMs - nowMs > CLOCK_APART_MS_MAX)
    return bad(
      "clock",
      `${now} is before the last write to the data directory: the clock went back. Set it; new decisions sort before old ones until then.`,
    );
  return good("clock", `${now}.`);
}

export function judgeFreeBytes(dataDir: string, freeBytes: number): Finding {
  const free = `${(freeBytes / 1024 ** 3).toFixed(1)} GiB free for ${dataDir}`;
  if (freeBytes >= FREE_BYTES_MIN) return good("disk", `${free}.`);
  return bad(
    "disk",
    `${free}: a full disk fails every decision. Make room, or shorten \`retention.decisionsDays\`.`,
  );
}

/** @param dataDir or the nearest folder above it that exists */
export async function checkDisk(dataDir: string): Promise<Finding> {
  try {
    const { bavail, bsize } = await statfs(dataDir);
    return judgeFreeBytes(dataDir, bavail * bsize);
  } catch {
    return good("disk", `${dataDir} is not there yet.`);
  }
}
