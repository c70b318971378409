// Reads an answer while it passes: usage, calls of tools, signed thoughts, faults. It gets a copy of each chunk after the
// client has got it, holds nothing back, and forgets what it cannot read.
import { finished } from "node:stream/promises";
import type { Transform } from "node:stream";

import type { Body, Mark, Protocol, Usage } from "../protocols/protocol.ts";
import { createLines, eventIn, parseRecord, type Lines } from "../protocols/read-stream.ts";
import { createDecoder, isPlain } from "../upstreams/decode-body.ts";

/** A longer whole answer is not read. @unit characters */
const CHARS_MAX = 4 * 1024 * 1024;

interface Metered {
  readonly usage: Usage;
  readonly fault: string | undefined;
  /** The model's thought, where its protocol has it in plain text. */
  readonly thought: string;
}

/** A longer thought is not kept. @unit characters */
const THOUGHT_CHARS_MAX = 65_536;

export interface Meter {
  push(chunk: Buffer): void;
  /** Once no more comes. */
  end(): Promise<Metered>;
}

interface MeterOptions {
  readonly protocol: Protocol;
  readonly isStream: boolean;
  readonly encoding: string | undefined;
  readonly onMarks: (marks: readonly Mark[]) => void;
}

/** Pieces of text and of arguments: most events, and none of them says what is looked for. */
const DULL = /"(?:text_delta|input_json_delta|thinking_delta|response\.[a-z_.]+\.delta)"/;
const HEAD_CHARS = 120;

function createWhole(read: (event: Body | undefined) => void): Lines {
  const text = new TextDecoder();
  let whole = "";
  return {
    push: (chunk) => {
      if (whole.length <= CHARS_MAX) whole += text.decode(chunk, { stream: true });
      return "";
    },
    end: () => {
      if (whole.length <= CHARS_MAX) read(parseRecord(whole));
      return "";
    },
  };
}

export function createMeter({ protocol, isStream, encoding, onMarks }: MeterOptions): Meter {
  let usage: Usage = {};
  let fault: string | undefined;
  let thought = "";
  const read = (event: Body | undefined): void => {
    if (event === undefined) return;
    const heard = protocol.hear(event);
    usage = { ...usage, ...heard.usage };
    fault = heard.fault ?? fault;
    if (heard.thought !== undefined && thought.length < THOUGHT_CHARS_MAX) thought += heard.thought;
    if (heard.marks !== undefined) onMarks(heard.marks);
  };
  const readLine = (line: string): string => {
    if (!DULL.test(line.slice(0, HEAD_CHARS))) read(eventIn(line));
    return "";
  };
  const reader = isStream ? createLines(readLine) : createWhole(read);
  const take = (chunk: Buffer): void => void reader.push(chunk);
  const decoder = isPlain(encoding) ? undefined : createDecoder(encoding ?? "");
  const isReadable = isPlain(encoding) || decoder !== undefined;
  decoder?.on("data", take).on("error", () => {});
  return {
    push: (chunk) => {
      if (decoder !== undefined) decoder.write(chunk);
      else if (isReadable) take(chunk);
    },
    end: async () => {
      if (decoder !== undefined) await endDecoder(decoder);
      reader.end();
      return { usage, fault, thought };
    },
  };
}

/** Reads an answer that was compressed and cut as far as it came. */
async function endDecoder(decoder: Transform): Promise<void> {
  decoder.end();
  await finished(decoder).catch(() => {});
}
