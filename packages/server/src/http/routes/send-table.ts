// CSV downloads of any size, paced by the reader. Cells that a spreadsheet would run as a formula are defused, also behind blanks
// and in full width, which some of them read as the same sign.
import { Readable } from "node:stream";

import type { FastifyReply } from "fastify";

type Cell = string | number | boolean | null;

export interface Table<C extends string> {
  readonly columns: readonly C[];
  readonly rows: AsyncIterable<Readonly<Record<C, Cell>>>;
  readonly fileName: string;
}

/** Rows that leave together: a packet a row would cost more than the rows. */
const LINES_PER_CHUNK = 200;

export function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const safe = /^(?:[\t\r]|\s*[=+\-@＝＋－＠])/u.test(cell) ? `'${cell}` : cell;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

async function* toChunks<C extends string>({ columns, rows }: Table<C>): AsyncGenerator<string> {
  let lines = [columns.join(",")];
  for await (const row of rows) {
    lines.push(columns.map((column) => csvCell(row[column])).join(","));
    if (lines.length < LINES_PER_CHUNK) continue;
    yield `${lines.join("\r\n")}\r\n`;
    lines = [];
  }
  if (lines.length > 0) yield `${lines.join("\r\n")}\r\n`;
}

export function sendTable<C extends string>(reply: FastifyReply, table: Table<C>): FastifyReply {
  return reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${table.fileName}"`)
    .send(Readable.from(toChunks(table), { highWaterMark: 1 }));
}
