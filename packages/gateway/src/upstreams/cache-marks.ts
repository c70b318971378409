// Marks of the prompt cache that a client owes: it sets them for models whose name says that they need them, and it does not see
// the name. Without them every call pays for the whole conversation.
import { isRecord } from "@signalbox/contracts";

import type { Edit } from "../json/edit-body.ts";
import { elementsAt, membersAt, type Span } from "../json/spans.ts";
import type { Takes } from "../models/takes.ts";
import type { ProtocolName } from "../protocols/protocol.ts";

const MARK = { cache_control: { type: "ephemeral" } };

function marked(bytes: Buffer, { start, end }: Span): Edit | undefined {
  const message: unknown = JSON.parse(bytes.toString("utf8", start, end));
  if (!isRecord(message)) return undefined;
  const { content } = message;
  const parts: readonly unknown[] =
    typeof content === "string" ? [{ type: "text", text: content }] : Array.isArray(content) ? content : [];
  const last = parts.at(-1);
  if (!isRecord(last) || last["text"] === "") return undefined;
  const text = JSON.stringify({ ...message, content: [...parts.slice(0, -1), { ...last, ...MARK }] });
  return { start, end, text };
}

/** The end of the system's words, and the last two messages of others: what comes next is read from there. */
export function cacheMarks(bytes: Buffer, protocol: ProtocolName, takes: Takes): Edit[] {
  if (protocol !== "chat" || takes.cacheMarks !== true || bytes.includes('"cache_control"')) return [];
  const list = membersAt(bytes, 0).findLast(({ name }) => name === "messages");
  const messages = list === undefined ? [] : elementsAt(bytes, list.value.start);
  const isSystem = ({ start, end }: Span): boolean =>
    /"role"\s*:\s*"(?:system|developer)"/.test(bytes.toString("utf8", start, Math.min(end, start + 64)));
  const system = messages.findLast(isSystem);
  const ends: Edit[] = [];
  for (const message of messages.toReversed()) {
    const edit = message === system || ends.length === 2 ? undefined : marked(bytes, message);
    if (edit !== undefined) ends.push(edit);
  }
  const first = system && marked(bytes, system);
  return [...(first === undefined ? [] : [first]), ...ends];
}
