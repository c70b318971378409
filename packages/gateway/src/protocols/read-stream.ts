// Streams of events as text: split into lines, and parsed where a reader needs them.
import { isRecord } from "@signalbox/contracts";

import type { Body } from "./protocol.ts";

/** Longest line that is looked at. @unit characters */
const LINE_CHARS_MAX = 4 * 1024 * 1024;

/** A stream of text, line by line. */
export interface Lines {
  push(chunk: Buffer): string;
  end(): string;
}

/** Lines with their ends, each as soon as it is whole; one that is too long comes out as it is. */
export function createLines(onLine: (line: string) => string): Lines {
  const decoder = new TextDecoder();
  let rest = "";
  return {
    push: (chunk) => {
      const text = rest + decoder.decode(chunk, { stream: true });
      let [sent, from] = ["", 0];
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
        sent += onLine(text.slice(from, end + 1));
        from = end + 1;
      }
      rest = text.slice(from);
      if (rest.length > LINE_CHARS_MAX) [sent, rest] = [sent + rest, ""];
      return sent;
    },
    end: () => (rest === "" ? "" : onLine(rest)),
  };
}

/** Undefined of what is no JSON object. */
export function parseRecord(json: string): Body | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The event in a line; undefined of others, of `[DONE]` and of half an event. */
export const eventIn = (line: string): Body | undefined =>
  line.startsWith("data:") ? parseRecord(line.slice(5)) : undefined;
