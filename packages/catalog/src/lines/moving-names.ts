// Names that mean another model from time to time: a host's own table first, else the newest of the line on the clock.
import { groupBy } from "@signalbox/contracts";
import type { ModelFacts } from "@signalbox/contracts";
import type { MovingName } from "../catalog-record.ts";
import { readName } from "../identity/read-name.ts";
import type { SplitSpelling } from "../identity/split-spelling.ts";
import { serviceOf } from "../lifecycle/shutdown-at.ts";
import { hostOfVendor } from "../host-words.ts";
import type { LineIndex } from "./line-index.ts";

const LATEST = /^(.{2,80})[-@](?:latest|default)$/;

/** The line of a name that states no version; undefined where the name itself says which model it is. */
function lineOf(name: string): string | undefined {
  const base = LATEST.exec(name)?.[1] ?? name;
  const read = readName(base);
  return read === undefined || read.version.length > 0 || read.sizes.length > 0 ? undefined : read.line;
}

export type MovingTable = ReadonlyMap<string, readonly MovingName[]>;

export const movingTable = (names: readonly MovingName[]): MovingTable => groupBy(names, ([name]) => name);

function statedTarget(table: MovingTable, split: SplitSpelling, today: string): MovingName | undefined {
  const rows = table.get(split.name);
  if (rows === undefined) return undefined;
  const [word] = split.hosts;
  const host =
    word !== undefined
      ? serviceOf(word)
      : split.vendor === undefined
        ? undefined
        : hostOfVendor(split.vendor);
  const own = rows.find((row) => row[1] === host);
  const isVendors = ([, at, id]: MovingName): boolean => at === hostOfVendor(id.slice(0, id.indexOf("/")));
  const row = own ?? (host === undefined ? rows.find(isVendors) : undefined);
  return row !== undefined && row[3] <= today ? row : undefined;
}

interface Moving {
  readonly table: MovingTable;
  readonly lines: () => LineIndex;
  /** @unit milliseconds since 1970 */
  readonly nowMs: number;
  /** Whether a model has exactly that name. */
  readonly isName: (name: string) => boolean;
  readonly get: (id: string) => ModelFacts | undefined;
}

/** The model that the name means on that day; undefined for a name that does not move. */
export function movedModel(split: SplitSpelling, moving: Moving): ModelFacts | undefined {
  const today = new Date(moving.nowMs).toISOString().slice(0, 10);
  const stated = statedTarget(moving.table, split, today);
  if (stated !== undefined) return moving.get(stated[2]);
  const isLatest = LATEST.test(split.name);
  if (moving.isName(split.name) || (!isLatest && moving.isName(split.name.split(/[:@]/, 1)[0]!)))
    return undefined;
  const line = lineOf(split.name);
  const found = line === undefined ? undefined : moving.lines().newestOf(line);
  return found !== undefined && (split.vendor ?? found.vendor) === found.vendor ? found : undefined;
}
