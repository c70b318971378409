// Members at the top of a JSON text, rewritten in place: every other byte stays as it was.
import type { JsonMember } from "@signalbox/contracts";

const QUOTE = 0x22;
const LAST_SPACE = 0x20;
const isSpace = (byte: number | undefined): boolean => (byte ?? LAST_SPACE + 1) <= LAST_SPACE;

export interface JsonText {
  readonly bytes: Buffer;
  /** Those of its document, as `assertJsonBounds` found them. */
  readonly members: readonly JsonMember[];
}

function valueOf({ bytes }: JsonText, { from, to }: JsonMember): readonly [start: number, end: number] {
  let [start, end] = [from, to];
  while (isSpace(bytes[start])) start += 1;
  while (end > start && isSpace(bytes[end - 1])) end -= 1;
  return [start, end];
}

/** @param changes new values by name, each wherever its name comes; undefined takes a member out, a new name comes last */
export function rewriteMembers(text: JsonText, changes: ReadonlyMap<string, unknown>): Buffer {
  const { bytes, members } = text;
  const left = new Map(changes);
  let end = members[0]?.start ?? 0;
  const parts: Buffer[] = [bytes.subarray(0, end)];
  let isFirst = true;
  for (const member of members) {
    const { start, from } = member;
    const name = JSON.parse(bytes.toString("utf8", start, bytes.lastIndexOf(QUOTE, from - 1) + 1)) as string;
    const [valueStart, valueEnd] = valueOf(text, member);
    const isChanged = changes.has(name);
    const value = changes.get(name);
    if (!isChanged || value !== undefined) {
      // With what parts it from its neighbour.
      parts.push(bytes.subarray(isFirst ? start : end, isChanged ? valueStart : valueEnd));
      if (isChanged) parts.push(Buffer.from(JSON.stringify(value)));
      isFirst = false;
    }
    left.delete(name);
    end = valueEnd;
  }
  for (const [name, value] of left)
    if (value !== undefined) parts.push(Buffer.from(`,${JSON.stringify(name)}:${JSON.stringify(value)}`));
  parts.push(bytes.subarray(end));
  return Buffer.concat(parts);
}
