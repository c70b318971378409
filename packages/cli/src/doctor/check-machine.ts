// Checks the machine: Node, its clock, and room for what comes.
import { statfs } from "node:fs/promises";
import { catalogAgeOf } from "@signalbox/catalog";
import { SignalboxError, type Config, VERSION } from "@signalbox/contracts";
import { loadConfiguredCatalog, probeCounter } from "@signalbox/server";

/** One check in one line, with the fix if it failed. */
export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
}

export const good = (check: string, detail: string): Finding => ({ check, ok: true, detail });
export const bad = (check: string, detail: string): Finding => ({ check, ok: false, detail });

// Whether the counter that replicas share counts.
const CHECK = "rate limits";

export async function checkCounter({ limits }: Config): Promise<Finding> {
  if (limits.redisUrl === "")
    return good(CHECK, "Each replica counts by itself; `limits.redisUrl` makes them exact over all of them.");
  try {
    await probeCounter(limits.redisUrl);
    return good(CHECK, "The shared counter counts.");
  } catch (cause) {
    if (!(cause instanceof SignalboxError)) throw cause;
    return bad(CHECK, `${cause.detail} Check \`limits.redisUrl\`; until then each replica counts by itself.`);
  }
}

/** Old facts and prices route wrongly in silence. */
export async function checkCatalogue(config: Config): Promise<Finding> {
  try {
    const { readOn } = await loadConfiguredCatalog(config);
    const { warning } = catalogAgeOf(readOn, Date.now());
    if (warning !== undefined) return bad("catalogue", warning);
    return good("catalogue", `Its facts are of ${readOn.facts}, its prices of ${readOn.prices}.`);
  } catch (cause) {
    if (!(cause instanceof SignalboxError)) throw cause;
    return bad("catalogue", cause.detail);
  }
}

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

interface Clocks {
  /** @unit milliseconds since 1970 */
  readonly nowMs: number;
  /** The clock of the database; undefined while it does not answer. @unit milliseconds since 1970 */
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
