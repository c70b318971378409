// Says of two databases whether they hold the same rows, in whatever order each gives them.
import { createHash } from "node:crypto";

import { encodeRow } from "./encode-row.ts";
import type { RowBatch, RowSource } from "./row-source.ts";
import type { TransferredTable } from "./transferred-tables.data.ts";

const DIGEST_BYTES = 32;

export interface TableDigest {
  readonly rows: number;
  /** Exclusive or of the SHA-256 of every row, hexadecimal. Rows are unique by their key, so none cancels another. */
  readonly digest: string;
}
export type Digests = Readonly<Partial<Record<TransferredTable, TableDigest>>>;

/** Rows that are digested as they pass. */
export interface DigestedSource extends RowSource {
  /** Of the batches that were read so far: of all once they have ended. */
  digests(): Digests;
}

export interface DigestKeeper {
  add(batch: RowBatch): void;
  digests(): Digests;
}

export function createDigestKeeper(): DigestKeeper {
  const sums = new Map<TransferredTable, { rows: number; readonly sum: Uint8Array }>();
  return {
    add: ({ table, rows }) => {
      const kept = sums.get(table) ?? { rows: 0, sum: new Uint8Array(DIGEST_BYTES) };
      sums.set(table, kept);
      for (const row of rows) {
        const digest = createHash("sha256").update(encodeRow(row)).digest();
        digest.forEach((byte, at) => {
          kept.sum[at] = (kept.sum[at] ?? 0) ^ byte;
        });
      }
      kept.rows += rows.length;
    },
    digests: () =>
      Object.fromEntries(
        [...sums].map(([table, { rows, sum }]) => [
          table,
          { rows, digest: Buffer.from(sum).toString("hex") },
        ]),
      ),
  };
}

/** The tables in which the two differ. */
export function differingTables(a: Digests, b: Digests): readonly string[] {
  const tables = new Set([...Object.keys(a), ...Object.keys(b)]) as Set<TransferredTable>;
  return [...tables].filter(
    (table) => a[table]?.digest !== b[table]?.digest || a[table]?.rows !== b[table]?.rows,
  );
}
