// Members at the top of a JSON text, rewritten in place: every other byte stays as it was. Only texts that `JSON.parse` has taken
// come here: nothing is checked again.

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const LAST_SPACE = 0x20;

/** Places of one member, the end exclusive. */
interface Member {
  readonly name: string;
  /** The quote before its name. */
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while ((bytes[at] ?? QUOTE) <= LAST_SPACE) at += 1;
  return at;
}

/** Calling the native search takes as long as looking at so many bytes. */
const NEAR = 48;

/** -1 where there is none. */
function quoteFrom(bytes: Buffer, from: number): number {
  const end = Math.min(from + NEAR, bytes.length);
  for (let at = from; at < end; at += 1) if (bytes[at] === QUOTE) return at;
  return bytes.indexOf(QUOTE, end);
}

/** @param from the opening quote. @returns the byte behind the closing one */
function skipString(bytes: Buffer, from: number): number {
  let close = quoteFrom(bytes, from + 1);
  while (close > 0) {
    let slashes = 0;
    while (bytes[close - 1 - slashes] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return close + 1;
    close = quoteFrom(bytes, close + 1);
  }
  return bytes.length;
}

function skipNested(bytes: Buffer, from: number): number {
  let depth = 0;
  let at = from;
  while (at < bytes.length) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = skipString(bytes, at);
      continue;
    }
    at += 1;
    if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) depth += 1;
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return at;
}

function skipValue(bytes: Buffer, from: number): number {
  const first = bytes[from];
  if (first === QUOTE) return skipString(bytes, from);
  if (first === OPEN_OBJECT || first === OPEN_ARRAY) return skipNested(bytes, from);
  let at = from;
  for (let byte = bytes[at]; byte !== undefined; byte = bytes[(at += 1)])
    if (byte === COMMA || byte === CLOSE_OBJECT || byte === CLOSE_ARRAY || byte <= LAST_SPACE) break;
  return at;
}

/** In their order, those that come twice included; none where no object begins. */
function membersOf(bytes: Buffer): Member[] {
  const members: Member[] = [];
  let at = skipSpace(bytes, 0);
  if (bytes[at] !== OPEN_OBJECT) return members;
  at = skipSpace(bytes, at + 1);
  while (bytes[at] === QUOTE) {
    const start = at;
    const nameEnd = skipString(bytes, at);
    const name = JSON.parse(bytes.toString("utf8", at, nameEnd)) as string;
    at = skipSpace(bytes, nameEnd);
    if (bytes[at] !== COLON) return members;
    const valueStart = skipSpace(bytes, at + 1);
    const end = skipValue(bytes, valueStart);
    members.push({ name, start, valueStart, end });
    at = skipSpace(bytes, end);
    if (bytes[at] !== COMMA) return members;
    at = skipSpace(bytes, at + 1);
  }
  return members;
}

/** @param changes new values by name, each wherever its name comes; undefined takes a member out, a new name comes last */
export function rewriteMembers(bytes: Buffer, changes: ReadonlyMap<string, unknown>): Buffer {
  const members = membersOf(bytes);
  const parts: Buffer[] = [];
  let end = members[0]?.start ?? 0;
  parts.push(bytes.subarray(0, end));
  let isFirst = true;
  for (const member of members) {
    const { name, start, valueStart } = member;
    const value = changes.get(name);
    const isChanged = changes.has(name);
    if (!isChanged || value !== undefined) {
      // With what parts it from its neighbour.
      parts.push(bytes.subarray(isFirst ? start : end, isChanged ? valueStart : member.end));
      if (isChanged) parts.push(Buffer.from(JSON.stringify(value)));
      isFirst = false;
    }
    end = member.end;
  }
  const known = new Set(members.map(({ name }) => name));
  for (const [name, value] of changes)
    if (value !== undefined && !known.has(name))
      parts.push(Buffer.from(`,${JSON.stringify(name)}:${JSON.stringify(value)}`));
  parts.push(bytes.subarray(end));
  return Buffer.concat(parts);
}
