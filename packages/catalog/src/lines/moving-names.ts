// Names that mean another model from time to time: a host's own table first, else the newest of the line on the clock.
import { groupBy } from "@signalbox/contracts";
import type { ModelFacts, ModelName } from "@signalbox/contracts";
import type { MovingName } from "../catalog-record.ts";
import { serviceOf } from "../lifecycle/shutdown-at.ts";
import { hostOfVendor } from "../host-words.ts";
import type { LineIndex } from "./line-index.ts";

/** The line of a name that states no version; undefined where the name itself says which model it is. */
function lineOf({ place }: ModelName): string | undefined {
  return place === undefined || place.version.length > 0 || place.sizes.length > 0 ? undefined : place.line;
}

export type MovingTable = ReadonlyMap<string, readonly MovingName[]>;

export const movingTable = (names: readonly MovingName[]): MovingTable => groupBy(names, ([name]) => name);

function statedTarget(table: MovingTable, name: ModelName, today: string): MovingName | undefined {
  const rows = table.get(name.text);
  if (rows === undefined) return undefined;
  const [word] = name.hosts;
  const host =
    word !== undefined ? serviceOf(word) : name.vendor === undefined ? undefined : hostOfVendor(name.vendor);
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
export function movedModel(name: ModelName, moving: Moving): ModelFacts | undefined {
  const today = new Date(moving.nowMs).toISOString().slice(0, 10);
  const stated = statedTarget(moving.table, name, today);
  if (stated !== undefined) return moving.get(stated[2]);
  const isOwn = moving.isName(name.text);
  if (isOwn || (!name.loose.isLatest && moving.isName(name.text.split(/[:@]/, 1)[0]!))) return undefined;
  const line = lineOf(name);
  const found = line === undefined ? undefined : moving.lines().newestOf(line);
  return found !== undefined && (name.vendor ?? found.vendor) === found.vendor ? found : undefined;
}
