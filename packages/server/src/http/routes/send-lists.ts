// Answers a list as events, as lines of JSON, or as a table.
import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";

// Server-sent events over a reply. The stream ends with its reader, and its source hears of it immediately.

/** Aborts when the caller is gone, and when the service stops. */
export function signalOf(request: FastifyRequest): AbortSignal {
  const controller = new AbortController();
  request.raw.socket.once("close", () => controller.abort());
  return AbortSignal.any([controller.signal, request.server.drain.signal]);
}

export function eventOf(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** A comment line: keeps proxies from closing a quiet connection. */
export const BEAT = ": beat\n\n";

export function sendEvents(reply: FastifyReply, events: AsyncIterable<string>): FastifyReply {
  return reply
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("x-accel-buffering", "no")
    .send(Readable.from(events, { highWaterMark: 1 }));
}

// NDJSON downloads of any size: one record in memory at a time, paced by the reader.
interface Lines {
  readonly records: AsyncIterable<object>;
  readonly fileName: string;
}

async function* toLines(records: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const record of records) yield `${JSON.stringify(record)}\n`;
}

export function sendLines(reply: FastifyReply, { records, fileName }: Lines): FastifyReply {
  return reply
    .header("content-type", "application/x-ndjson; charset=utf-8")
    .header("content-disposition", `attachment; filename="${fileName}"`)
    .send(Readable.from(toLines(records)));
}

// CSV downloads of any size, paced by the reader. Cells that a spreadsheet would run as a formula are defused, also behind blanks
// and in full width, which some of them read as the same sign.
type Cell = string | number | boolean | null;

interface Table<C extends string> {
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
