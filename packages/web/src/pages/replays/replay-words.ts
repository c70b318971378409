import type { Replay } from "@signalbox/sdk";

import type { Names } from "../../api/queries/names.ts";
import { dateTime, percent, usd, words } from "../../lib/format.ts";

/** "House, version 2". */
export function sideWords({ name, version }: Replay["a"]): string {
  if (name === null) return "the draft";
  return version === null ? name : `${name}, version ${version}`;
}

function rangeWords({ from, to }: Pick<Replay, "from" | "to">): string {
  if (from === null && to === null) return "all of the journal";
  if (from === null) return `until ${dateTime(to)}`;
  return to === null ? `from ${dateTime(from)}` : `${dateTime(from)} to ${dateTime(to)}`;
}

/** "Key Nightly, field code; from 3 Jan" as far as the names are known. */
export function scopeWords(replay: Pick<Replay, "from" | "to" | "filter" | "price">, names: Names): string {
  const nameOf = (list: readonly { readonly id: string; readonly name: string }[], id: unknown): string =>
    list.find((one) => one.id === id)?.name ?? String(id);
  const parts = Object.entries(replay.filter).map(([member, value]) => {
    if (member === "preference_id") return `preference ${nameOf(names.preferences, value)}`;
    if (member === "key_id") return `key ${nameOf(names.keys, value)}`;
    return `${words(member)} ${String(value)}`;
  });
  const { price } = replay;
  const supposed = price === null ? [] : [`${price.label} at ${percent(price.factor)} of its price`];
  return [...supposed, ...parts, rangeWords(replay)].join(", ");
}

const CALLS = 1000;

/** Dollars of one call as dollars of a thousand, with their sign. */
export function signedUsdPerThousand(value: number): string {
  const text = usd(Math.abs(value) * CALLS);
  return value === 0 ? text : `${value > 0 ? "+" : "-"}${text}`;
}

export function signedSeconds(value: number): string {
  const text = `${Math.abs(value).toFixed(Math.abs(value) < 1 ? 2 : 1)} s`;
  return value === 0 ? text : `${value > 0 ? "+" : "-"}${text}`;
}
