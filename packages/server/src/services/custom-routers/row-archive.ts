// The rows that a router was trained from, as they are kept with it: gzip over one JSON record a line, in the form that a file of
// evaluations may have too. Scores are as they were learned, the larger the better.
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { createInterface } from "node:readline";

/** Values by label, NaN where unknown. */
interface RowTable {
  readonly labels: readonly string[];
  readonly rows: readonly {
    readonly prompt: string;
    readonly scores: Float64Array;
    readonly costsUsd: Float64Array;
    readonly latenciesS: Float64Array;
  }[];
}

type Numbers = Readonly<Record<string, number | null>>;

/** One line. */
export interface KeptRow {
  readonly prompt: string;
  /** Of every model, so that the first line names all columns. */
  readonly scores: Numbers;
  readonly costs: Numbers;
  readonly latencies: Numbers;
}

/** NaN, unknown, is null where every label is wanted, and left out elsewhere. */
function numbersOf(labels: readonly string[], values: Float64Array, isComplete: boolean): Numbers {
  const entries = labels.map((label, at) => [label, values[at]!] as const);
  const known = isComplete ? entries : entries.filter(([, value]) => !Number.isNaN(value));
  return Object.fromEntries(known.map(([label, value]) => [label, Number.isNaN(value) ? null : value]));
}

function* linesOf({ labels, rows }: RowTable): Generator<string> {
  for (const { prompt, scores, costsUsd, latenciesS } of rows) {
    const row: KeptRow = {
      prompt,
      scores: numbersOf(labels, scores, true),
      costs: numbersOf(labels, costsUsd, false),
      latencies: numbersOf(labels, latenciesS, false),
    };
    yield `${JSON.stringify(row)}\n`;
  }
}

export async function writeKeptRows(path: string, table: RowTable): Promise<void> {
  await pipeline(Readable.from(linesOf(table)), createGzip(), createWriteStream(path));
}

/** The text of kept rows, as a file of evaluations. */
export function unpackKeptRows(parts: AsyncIterable<Uint8Array>): Readable {
  const gunzip = createGunzip();
  // A fault on the way in ends the text with that fault, where it is awaited.
  pipeline(Readable.from(parts), gunzip).catch((cause: unknown) => gunzip.destroy(cause as Error));
  return gunzip;
}

export async function* readKeptRows(parts: AsyncIterable<Uint8Array>): AsyncGenerator<KeptRow> {
  for await (const line of createInterface({ input: unpackKeptRows(parts), crlfDelay: Infinity }))
    yield JSON.parse(line) as KeptRow;
}
