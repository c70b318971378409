// Plain values: lists without gaps, records, members set or left out, CSV.
import type { PreferencePolicy } from "@signalbox/sdk";

/** The text without the space around it; undefined when nothing is left, because an empty name is not a name. */
export const filled = (text: string): string | undefined => (text.trim() === "" ? undefined : text.trim());

/** Whether members may be read of a value that came from outside. The dashboard may import the client alone. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** The policy with one member set, or taken out when `value` is undefined: absent and undefined are not the same on the wire. */
export function withMember<K extends keyof PreferencePolicy>(
  policy: PreferencePolicy,
  name: K,
  value: PreferencePolicy[K] | undefined,
): PreferencePolicy {
  const { [name]: _dropped, ...rest } = policy;
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** Success that a bill ten times smaller is worth to a new preference, as the service's own default; `policy.tolerance` of a service may differ. */
export const DEFAULT_TOLERANCE = 0.05;

// Tables as CSV, for every chart and list. Cells that a spreadsheet would run as a formula are defused.
export type Cell = string | number | boolean | null | undefined;

function quote(cell: Cell): string {
  if (cell === null || cell === undefined) return "";
  if (typeof cell !== "string") return String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function toCsv(columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [columns, ...rows].map((row) => row.map(quote).join(",")).join("\r\n");
}

/** @param columns each by its name, with how a row fills it */
export const csvOf = <T>(columns: Readonly<Record<string, (row: T) => Cell>>, rows: readonly T[]): string =>
  toCsv(
    Object.keys(columns),
    rows.map((row) => Object.values(columns).map((read) => read(row))),
  );

/** Hands a text or bytes to the browser as a file. */
export function download(name: string, content: string | Blob, mediaType = "text/csv"): void {
  const address = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
