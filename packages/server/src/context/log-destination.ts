// The destination of log lines: written by another thread, one write at a time, and dropped where they cannot be written. A log
// that is full, gone or slow costs its lines and nothing else: no request waits for it, and no fault of it ends the process.
import { write as writeFile, writeSync } from "node:fs";

/** Lines that wait for a slow log. @unit characters */
const WAITING_MAX = 1_048_576;
/** Until a write is tried again that the other end was not ready for. @unit milliseconds */
const AGAIN_MS = 100;

type Written = (fault: NodeJS.ErrnoException | null, bytes: number) => void;

/** Those of `fs` that write. */
export interface LogWriter {
  readonly write: (fd: number, bytes: Buffer, done: Written) => void;
  readonly writeSync: (fd: number, bytes: Buffer) => number;
}

interface LogDestination {
  /** One line with its end. */
  write(line: string): void;
  /** Lines that were not written, or not whole. */
  readonly dropped: number;
  /** Writes pending lines at the end of the process; a line in progress may appear twice. */
  flushSync(): void;
}

const FILES: LogWriter = { write: writeFile, writeSync };

class BoundedLog implements LogDestination {
  dropped = 0;
  readonly #fd: number;
  readonly #writer: LogWriter;
  #lines: string[] = [];
  #waiting = 0;
  /** Lines that are being written now. */
  #batch: Buffer | undefined;
  #batchLines = 0;
  /** A line was cut: the next one begins on its own line. */
  #isTorn = false;
  #droppedBefore = 0;

  constructor(fd: number, writer: LogWriter) {
    this.#fd = fd;
    this.#writer = writer;
  }

  write(line: string): void {
    if (this.#waiting + line.length > WAITING_MAX) {
      this.dropped += 1;
      return;
    }
    this.#lines.push(line);
    this.#waiting += line.length;
    if (this.#batch === undefined) this.#next();
  }

  flushSync(): void {
    const bytes = Buffer.concat([this.#batch ?? Buffer.alloc(0), Buffer.from(this.#lines.join(""))]);
    this.#lines = [];
    this.#waiting = 0;
    try {
      if (bytes.length > 0) this.#writer.writeSync(this.#fd, bytes);
    } catch {
      // The process ends; there is nobody left to say it to.
    }
  }

  #next(): void {
    if (this.#lines.length === 0) return;
    this.#batchLines = this.#lines.length;
    const text = this.#lines.join("");
    this.#lines = [];
    this.#waiting = 0;
    this.#send(Buffer.from(this.#isTorn ? `\n${text}` : text));
  }

  #send(bytes: Buffer): void {
    this.#batch = bytes;
    this.#writer.write(this.#fd, bytes, (fault, written) => this.#written(bytes, { fault, written }));
  }

  #written(
    bytes: Buffer,
    { fault, written }: { readonly fault: NodeJS.ErrnoException | null; readonly written: number },
  ): void {
    if (fault?.code === "EAGAIN") {
      setTimeout(() => this.#send(bytes), AGAIN_MS).unref();
      return;
    }
    if (fault === null && written < bytes.length) {
      this.#isTorn = true;
      this.#send(bytes.subarray(written));
      return;
    }
    this.#batch = undefined;
    if (fault === null) {
      this.#isTorn = false;
      this.#sayDropped();
    } else this.dropped += this.#batchLines;
    this.#next();
  }

  /** The log takes lines again: the first of them says how many it did not take. */
  #sayDropped(): void {
    const dropped = this.dropped - this.#droppedBefore;
    if (dropped === 0) return;
    this.#droppedBefore = this.dropped;
    const line = { level: 40, time: Date.now(), dropped, message: "lines of the log were dropped" };
    this.#lines.unshift(`${JSON.stringify(line)}\n`);
  }
}

/** @param writer in place of the file system's */
export function createLogDestination(fd: number, writer: LogWriter = FILES): LogDestination {
  return new BoundedLog(fd, writer);
}

let standardError: LogDestination | undefined;

/** The process's own log, made when it is first written to. What waits at the end of the process is still written. */
export function standardLog(): LogDestination {
  if (standardError !== undefined) return standardError;
  const created = createLogDestination(2);
  process.once("exit", () => created.flushSync());
  standardError = created;
  return created;
}

/** Lines that the process's own log did not take since the start. */
export const droppedLogLines = (): number => standardError?.dropped ?? 0;
