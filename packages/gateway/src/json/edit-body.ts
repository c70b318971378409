// The changes that the gateway makes to a body, each a span of the client's own bytes: everything between them stays.
import { elementsAt, membersAt, type Span } from "./spans.ts";

export interface Edit extends Span {
  readonly text: string;
}

/** @param edits not overlapping, in any order */
export function applyEdits(bytes: Buffer, edits: readonly Edit[]): Buffer {
  const parts: Buffer[] = [];
  let at = 0;
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    parts.push(bytes.subarray(at, start), Buffer.from(text));
    at = end;
  }
  parts.push(bytes.subarray(at));
  return Buffer.concat(parts);
}

/** One edit for each member of this name at the top of the body: a name that comes twice is replaced twice. */
export function replaceMember(bytes: Buffer, name: string, value: unknown): Edit[] {
  const text = JSON.stringify(value);
  return membersAt(bytes, 0)
    .filter((member) => member.name === name)
    .map(({ value: { start, end } }) => ({ start, end, text }));
}

/** One more member at the top of a body that has some. */
export function addMember(bytes: Buffer, name: string, value: unknown): Edit[] {
  const end = membersAt(bytes, 0).at(-1)?.value.end;
  const text = `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
  return end === undefined ? [] : [{ start: end, end, text }];
}

/** More elements at the end of a list that has some, at the top of the body. */
export function appendTo(bytes: Buffer, name: string, values: readonly object[]): Edit[] {
  const list = membersAt(bytes, 0).findLast((member) => member.name === name);
  const end = list && elementsAt(bytes, list.value.start).at(-1)?.end;
  if (end === undefined) return [];
  return [{ start: end, end, text: values.map((value) => `,${JSON.stringify(value)}`).join("") }];
}

/** Takes elements out of an array, with the comma that parted each from its neighbour. */
export function dropElements(elements: readonly Span[], isDropped: (index: number) => boolean): Edit[] {
  const kept = elements.map((_, index) => index).filter((index) => !isDropped(index));
  if (kept.length === elements.length) return [];
  const first = elements[0];
  const last = elements.at(-1);
  if (first === undefined || last === undefined) return [];
  if (kept.length === 0) return [{ start: first.start, end: last.end, text: "" }];
  const edits: Edit[] = [];
  const firstKept = elements[kept[0] ?? 0] ?? first;
  if (firstKept !== first) edits.push({ start: first.start, end: firstKept.start, text: "" });
  for (const [place, index] of kept.entries()) {
    const from = elements[index]?.end ?? 0;
    const next = kept[place + 1];
    const until = next === undefined ? last.end : (elements[next - 1]?.end ?? from);
    if (until > from) edits.push({ start: from, end: until, text: "" });
  }
  return edits;
}

/** Takes a member of the top of the body out, with the comma beside it. */
export function dropMember(bytes: Buffer, name: string): Edit[] {
  const members = membersAt(bytes, 0);
  const whole = members.map(({ value }, index) => ({
    start: nameStart(bytes, members, index),
    end: value.end,
  }));
  return dropElements(whole, (index) => members[index]?.name === name);
}

function nameStart(bytes: Buffer, members: ReturnType<typeof membersAt>, index: number): number {
  const before = members[index - 1];
  const from = before === undefined ? bytes.indexOf("{") + 1 : bytes.indexOf(",", before.value.end) + 1;
  return bytes.indexOf('"', from);
}
