// Lines of a file, plain or gzip, with a bound on the length of one line so that a hostile file cannot fill the memory.
import { createReadStream, type ReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { createGunzip } from "node:zlib";

import { SignalboxError } from "@signalbox/contracts";

const LINE_CHARS_MAX = 16 * 1024 * 1024;

export interface FileLine {
  /** From 1. */
  readonly line: number;
  /** Undefined when the line was longer than is read. */
  readonly text: string | undefined;
  /** Read so far of the file as it is on disk. @unit bytes */
  readonly bytesRead: number;
}

async function isGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return bytesRead === 2 && buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

/** Faults of the disk reach the reader of the decoded stream too: `pipe` alone would leave it waiting. */
function decode(file: ReadStream, zipped: boolean): AsyncIterable<string> {
  if (!zipped) return file.setEncoding("utf8") as AsyncIterable<string>;
  const gunzip = createGunzip();
  file.on("error", (error) => gunzip.destroy(error));
  return file.pipe(gunzip).setEncoding("utf8") as AsyncIterable<string>;
}

class LineCutter {
  #held = "";
  #isTooLong = false;

  /** Whole lines of what was fed so far. */
  *feed(chunk: string): Generator<string | undefined> {
    let start = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
      yield this.#take(chunk.slice(start, end));
      start = end + 1;
    }
    this.#hold(chunk.slice(start));
  }

  #hold(text: string): void {
    this.#isTooLong ||= this.#held.length + text.length > LINE_CHARS_MAX;
    this.#held = this.#isTooLong ? "" : this.#held + text;
  }

  #take(text: string): string | undefined {
    this.#hold(text);
    const line = this.#isTooLong ? undefined : this.#held;
    this.#held = "";
    this.#isTooLong = false;
    return line;
  }

  end(): string | undefined {
    return this.#take("");
  }
}

/** @throws SignalboxError invalid_data when the file cannot be read or is not whole */
export async function* readLines(path: string): AsyncGenerator<FileLine> {
  const cutter = new LineCutter();
  let line = 0;
  try {
    const file = createReadStream(path);
    for await (const chunk of decode(file, await isGzip(path)))
      for (const text of cutter.feed(chunk)) yield { line: (line += 1), text, bytesRead: file.bytesRead };
    const last = cutter.end();
    if (last !== "") yield { line: line + 1, text: last, bytesRead: file.bytesRead };
  } catch (cause) {
    if (cause instanceof SignalboxError) throw cause;
    const code = (cause as NodeJS.ErrnoException).code ?? "";
    const why = code.startsWith("Z_")
      ? `the compressed data breaks off or is damaged after line ${line}`
      : `it cannot be read (${code})`;
    throw new SignalboxError("invalid_data", `${path}: ${why}. Check the file.`, { cause });
  }
}
