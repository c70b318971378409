// Reads the JSON of server-sent events on their way; the bytes themselves are passed on untouched.
import { isObject, type Body } from "./read-call.ts";

const DATA = "data:";

function readData(line: string): Body[] {
  if (!line.startsWith(DATA)) return [];
  try {
    const event: unknown = JSON.parse(line.slice(DATA.length));
    return isObject(event) ? [event] : [];
  } catch {
    // "[DONE]", or an event over several lines: the client reads it, here nothing is learnt of it.
    return [];
  }
}

/** Each call takes the next bytes and gives the events whose line they completed. */
export function createEventReader(): (bytes: Uint8Array) => readonly Body[] {
  const decoder = new TextDecoder();
  let rest = "";
  return (bytes) => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? "";
    return lines.flatMap(readData);
  };
}
