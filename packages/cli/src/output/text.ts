// Text for terminals: columns, figures and addresses.
import { isIPv6 } from "node:net";
import { networkInterfaces } from "node:os";

// The words that a person types before a command's name. In a clone npm runs the TypeScript source; what is published is
// JavaScript.
export const COMMAND_NAME = import.meta.filename.endsWith(".ts") ? "npm run signalbox --" : "signalbox";

/** Dollars for people; small sums keep their digits. */
export function dollars(usd: number | null): string {
  if (usd === null) return "unknown";
  return usd !== 0 && Math.abs(usd) < 1 ? usd.toPrecision(3) : usd.toFixed(2);
}

/** @param share 0..1 */
export function percent(share: number | null): string {
  return share === null ? "unknown" : `${(share * 100).toFixed(1)} %`;
}

interface ColumnOptions {
  /** Indices of columns of numbers. */
  readonly right?: readonly number[];
}

/** Rows of cells as lines of aligned text, each ended by a newline; the last column is never padded. */
export function alignColumns(rows: readonly (readonly string[])[], options: ColumnOptions = {}): string {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => (row[column] ?? "").length)),
  );
  const right = new Set(options.right);
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) => {
        if (right.has(column)) return cell.padStart(widths[column] ?? 0);
        return column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0);
      })
      .join("  ")
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join("");
}

// The address that a person types to reach a service that listens on every interface.
export const CLEAR_TEXT_WARNING =
  "Other machines can reach this address, and HTTP carries keys in clear text.\n" +
  "  Put a reverse proxy with TLS in front, or bind to 127.0.0.1 with HOST or --host.";

const WILDCARDS = new Set(["0.0.0.0", "::"]);

/** The addresses of this machine's interfaces; none unless `host` is a wildcard. */
export function reachableAddresses(host: string, port: string): readonly string[] {
  if (!WILDCARDS.has(host)) return [];
  return Object.values(networkInterfaces())
    .flat()
    .filter((entry) => entry !== undefined && !entry.internal && !entry.address.startsWith("fe80:"))
    .filter((entry) => host === "::" || entry?.family === "IPv4")
    .map((entry) => entry?.address ?? "")
    .map((address) => `http://${isIPv6(address) ? `[${address}]` : address}:${port}`);
}
