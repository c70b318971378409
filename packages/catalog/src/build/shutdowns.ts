// The ends of models by host, joined to the catalogue's ids; and the names that hosts move from model to model.
import { readName, type ModelShutdown } from "@signalbox/contracts";
import type { CatalogRecord, MovingName } from "../catalog-record.ts";
import type { AliasIndex } from "../identity/alias-index.ts";
import { serviceOf } from "../lifecycle/shutdown-at.ts";
import { closed } from "./lay-facts.ts";
import type { StatedAlias, StatedShutdown } from "./read-inputs.ts";

const BASE = /^mnfst\/modeldeprecations\.dev 2026-08-21 <- /;
/** Dates of a table that its host moves. */
const MOVES = /dates of July 2026|date of the July table/;

function shutdownOf(row: StatedShutdown, index: AliasIndex): ModelShutdown {
  const successor = row.successor.replace(/[, ]+$/, "").trim();
  const known =
    index.find({ provider: row.host, model: successor })?.id ?? index.find({ model: successor })?.id;
  return {
    host: serviceOf(row.host),
    on: row.shuts_down_on,
    ...(successor === "" ? {} : { successor: known ?? successor }),
    ...(MOVES.test(row.note) ? { isUnsure: true } : {}),
    source: closed(row.source.replace(BASE, "").replace(/^https:\/\//, "")),
  };
}

const isEnd = ({ shuts_down_on: on }: StatedShutdown): boolean => on !== "";
const keyOf = (name: string): string | undefined => readName(name)?.key;

/** Model id -> one end a host; of snapshots that end on different days, the last. A model that its host serves on has no end. */
export function shutdownsById(
  rows: readonly StatedShutdown[],
  index: AliasIndex,
): ReadonlyMap<string, readonly ModelShutdown[]> {
  const byId = new Map<string, Map<string, ModelShutdown>>();
  const idOf = (row: StatedShutdown): string | undefined =>
    index.find({ provider: row.host, model: row.id })?.id;
  const served = new Set(
    rows.flatMap((row) => {
      const id = isEnd(row) ? undefined : idOf(row);
      return id !== undefined && keyOf(id) === keyOf(row.id) ? [`${id} ${serviceOf(row.host)}`] : [];
    }),
  );
  for (const row of rows.filter(isEnd)) {
    const id = idOf(row);
    if (id === undefined || served.has(`${id} ${serviceOf(row.host)}`)) continue;
    const shutdown = shutdownOf(row, index);
    const hosts = byId.get(id) ?? new Map<string, ModelShutdown>();
    const before = hosts.get(shutdown.host);
    if (before === undefined || before.on < shutdown.on) hosts.set(shutdown.host, shutdown);
    byId.set(id, hosts);
  }
  return new Map([...byId].map(([id, hosts]) => [id, [...hosts.values()]]));
}

/** Names whose meaning a source states, but those that mean what they say. */
export function movingNames(
  aliases: readonly StatedAlias[],
  records: readonly CatalogRecord[],
): readonly MovingName[] {
  const ids = new Set(records.map(({ id }) => id));
  return aliases.flatMap(({ alias, means, host, as_of: asOf }): MovingName[] => {
    const name = alias.slice(alias.lastIndexOf("/") + 1).replace(/\[1m\]$/, "");
    const isOwn = means !== null && keyOf(means) === keyOf(name);
    if (means === null || isOwn || !ids.has(means) || name !== alias.slice(alias.lastIndexOf("/") + 1))
      return [];
    return [[name, serviceOf(host), means, asOf]];
  });
}
