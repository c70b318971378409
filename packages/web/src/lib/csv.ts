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

/** Hands a text or a picture to the browser as a file. */
export function download(name: string, content: string | Blob, mediaType = "text/csv"): void {
  const address = URL.createObjectURL(new Blob([content], { type: mediaType }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
