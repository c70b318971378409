// NDJSON downloads of any size: one record in memory at a time, paced by the reader.
import { Readable } from "node:stream";

import type { FastifyReply } from "fastify";

export interface Lines {
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
