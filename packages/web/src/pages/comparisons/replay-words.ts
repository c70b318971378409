import type { Replay } from "@signalbox/sdk";

import { dateTime, usd } from "../../lib/format.ts";

/** "House, version 2". */
export function sideWords({ name, version }: Replay["a"]): string {
  if (name === null) return "a policy as written";
  return version === null ? name : `${name}, version ${version}`;
}

export function rangeWords({ from, to }: Pick<Replay, "from" | "to">): string {
  if (from === null && to === null) return "all of the journal";
  if (from === null) return `until ${dateTime(to)}`;
  return to === null ? `from ${dateTime(from)}` : `${dateTime(from)} to ${dateTime(to)}`;
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
