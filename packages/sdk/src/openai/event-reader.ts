// Reads what server-sent events tell on their way; the bytes themselves are passed on untouched. Most events carry a word of
// the answer and nothing else: those are counted, not parsed.
import { isObject, type Body } from "./read-call.ts";

const DATA = "data:";
const DONE = "[DONE]";

/** Members by which an event may tell tokens, a fault, a call of a tool, or a response. */
const TELLING = /"(?:usage|tool_calls|error|call_id|response)":\s*[[{"]|"type":\s*"error"/;

/** An event of content alone. */
const PLAIN: Body = {};

function readData(line: string): Body[] {
  if (!line.startsWith(DATA) || line.endsWith(DONE)) return [];
  if (!TELLING.test(line)) return [PLAIN];
  try {
    const event: unknown = JSON.parse(line.slice(DATA.length));
    return isObject(event) ? [event] : [];
  } catch {
    // An event over several lines: the client reads it, nothing is read from it here.
    return [];
  }
}

/** Each call takes the next bytes and gives the events whose line they completed; `{}` for those of content alone. */
export function createEventReader(): (bytes: Uint8Array) => readonly Body[] {
  const decoder = new TextDecoder();
  let rest = "";
  return (bytes) => {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? "";
    return lines.flatMap(readData);
  };
}
