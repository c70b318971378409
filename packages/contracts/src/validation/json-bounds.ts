// A look at the bytes of a JSON body before it is parsed: a body of brackets alone would cost the parser seconds and
// hundreds of megabytes. Texts are skipped; only their ends matter.
import { SignalboxError } from "../errors.ts";

export interface JsonBounds {
  readonly nestingMax: number;
  /** Members and items of the whole document. */
  readonly valuesMax: number;
  /** Settings that the advice of a refusal names, where they are not the service's: it has none for the nesting. */
  readonly settings?: { readonly nesting?: string; readonly values: string };
}

const SETTINGS: NonNullable<JsonBounds["settings"]> = { values: "limits.valuesMax" };

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Kinds of bytes outside of texts; most are none of these. */
const [TEXT, NEXT, NAMED, OPENER, CLOSER] = [1, 2, 3, 4, 5];
const KINDS = new Uint8Array(256);
for (const [sign, kind] of [
  ['"', TEXT],
  [",", NEXT],
  [":", NAMED],
  ["[", OPENER],
  ["{", OPENER],
  ["]", CLOSER],
  ["}", CLOSER],
] as const)
  KINDS[sign.charCodeAt(0)] = kind;
/** Looked at one by one before the native search takes over: most texts of a document are short. @unit bytes */
const NEAR_BYTES = 64;

/** Index of the quote that ends the text which begins at `from`; the end of the body when none does. */
function endOfText(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length) {
    const nearEnd = Math.min(at + NEAR_BYTES, bytes.length);
    while (at < nearEnd) {
      const byte = bytes[at]!;
      if (byte === QUOTE) return at;
      at += byte === BACKSLASH ? 2 : 1;
    }
    const quote = bytes.indexOf(QUOTE, at);
    if (quote === -1) return bytes.length;
    let slashesFrom = quote;
    while (slashesFrom > at && bytes[slashesFrom - 1] === BACKSLASH) slashesFrom -= 1;
    if ((quote - slashesFrom) % 2 === 0) return quote;
    at = quote + 1;
  }
  return bytes.length;
}

export function refuseNesting({ nestingMax, settings = SETTINGS }: Omit<JsonBounds, "valuesMax">): never {
  const message = `is nested deeper than ${nestingMax} levels`;
  const { nesting } = settings;
  const fix = nesting === undefined ? "Flatten it." : `Flatten it, or raise \`${nesting}\`.`;
  const errors = [{ location: "body", message, fix }];
  throw new SignalboxError("malformed_json", `body: ${message}. ${fix}`, { errors });
}

function refuseValues(location: string, { valuesMax, settings = SETTINGS }: JsonBounds): never {
  const message = `The body holds more than ${valuesMax} members and items; here is the one too many.`;
  const fix = `Send fewer, or raise \`${settings.values}\`. Texts count once, however long they are.`;
  const errors = [{ location, message, fix }];
  throw new SignalboxError("payload_too_large", `${location}: ${message} ${fix}`, { errors });
}

/** Most members of the document itself: names that never came before cost the parser more than anything else of the same size. */
const MEMBERS_MAX = 1_000;

function refuseMembers(location: string): never {
  const message = `The body has more than ${MEMBERS_MAX} members; here is the one too many.`;
  const fix = "Send those that the reference page shows.";
  const errors = [{ location, message, fix }];
  throw new SignalboxError("payload_too_large", `${location}: ${message} ${fix}`, { errors });
}

/** Different names are a fifth of all values at most: each costs the parser and the collector as much as ten that came before. */
const VALUES_PER_NAME = 5;
/** However many values may be: an honest conversation with hundreds of tools has some thousands. */
const NAMES_MAX = 30_000;
/** Names with more bytes count as new ones each time, which bounds what comparing them costs. */
const NAME_BYTES_COMPARED = 64;
const MARKS = 65_536;
/** Differs between processes, so that a caller cannot choose colliding names. */
const SEED = crypto.getRandomValues(new Uint32Array(1))[0]!;

/** Counts names by a mark for each; of 4,000 different ones about 120 share theirs. */
class DifferentNames {
  count = 0;
  readonly #marks = new Uint8Array(MARKS);

  add(bytes: Uint8Array, from: number, to: number): void {
    if (to - from > NAME_BYTES_COMPARED) {
      this.count += 1;
      return;
    }
    let hash = SEED;
    for (let at = from; at < to; at += 1) hash = Math.imul(hash ^ bytes[at]!, 0x01_00_01_93);
    const mark = (hash ^ (hash >>> 16)) & (MARKS - 1);
    if (this.#marks[mark] === 1) return;
    this.#marks[mark] = 1;
    this.count += 1;
  }
}

const namesMaxOf = ({ valuesMax }: JsonBounds): number => Math.min(NAMES_MAX, valuesMax / VALUES_PER_NAME);

function refuseNames(location: string, bounds: JsonBounds): never {
  const { settings = SETTINGS } = bounds;
  const namesMax = namesMaxOf(bounds);
  const message = `The members of the body have more than ${namesMax} different names; here is the one too many.`;
  const more = namesMax < NAMES_MAX ? `, or raise \`${settings.values}\`, a fifth of which they may be` : "";
  const fix = `Send what differs as texts in lists${more}.`;
  const errors = [{ location, message, fix }];
  throw new SignalboxError("payload_too_large", `${location}: ${message} ${fix}`, { errors });
}

/** Names of members that a message repeats are cut, as those of the caller's text may be long. @unit bytes */
const NAME_BYTES_SHOWN = 60;

/** The member of the document that is being read, for the message that it holds too much. */
interface Member {
  /** Start and end of the last text, at any depth. */
  textFrom: number;
  textTo: number;
  name: readonly [from: number, to: number] | undefined;
}

function locationOf(bytes: Uint8Array, { name }: Member): string {
  if (name === undefined) return "body";
  const [from, to] = name;
  return `body.${new TextDecoder().decode(bytes.subarray(from, Math.min(to, from + NAME_BYTES_SHOWN)))}`;
}

/** Places of a member of the document, with the spaces around its value. @unit bytes */
export interface JsonMember {
  /** The quote before its name. */
  readonly start: number;
  /** Behind the colon. */
  readonly from: number;
  /** The comma or the bracket behind its value. */
  to: number;
}

function endLast(members: readonly JsonMember[], at: number): void {
  const last = members.at(-1);
  if (last?.to === 0) last.to = at;
}

/**
 * Whether the body is JSON at all is for the parser to say.
 * @returns the members of the document in their order, those that come twice included
 * @throws SignalboxError malformed_json where it is nested too deep, payload_too_large with the part that holds too much
 */
export function assertJsonBounds(bytes: Uint8Array, bounds: JsonBounds): readonly JsonMember[] {
  const { nestingMax, valuesMax } = bounds;
  let depth = 0;
  let values = 0;
  const members: JsonMember[] = [];
  const names = new DifferentNames();
  const namesMax = namesMaxOf(bounds);
  const member: Member = { textFrom: 0, textTo: 0, name: undefined };
  for (let at = 0; at < bytes.length; at += 1) {
    const kind = KINDS[bytes[at]!]!;
    if (kind === 0) continue;
    if (kind === TEXT) {
      const from = at + 1;
      at = endOfText(bytes, from);
      member.textFrom = from;
      member.textTo = at;
    } else if (kind === NAMED) {
      names.add(bytes, member.textFrom, member.textTo);
      if (names.count > namesMax) refuseNames(locationOf(bytes, member), bounds);
      if (depth !== 1) continue;
      member.name = [member.textFrom, member.textTo];
      members.push({ start: member.textFrom - 1, from: at + 1, to: 0 });
      if (members.length > MEMBERS_MAX) refuseMembers(locationOf(bytes, member));
    } else if (kind === CLOSER) {
      depth -= 1;
      if (depth === 0) endLast(members, at);
    } else {
      if (depth === 1 && kind === NEXT) endLast(members, at);
      values += 1;
      if (kind === OPENER) depth += 1;
      if (depth > nestingMax) refuseNesting(bounds);
      if (values > valuesMax) refuseValues(locationOf(bytes, member), bounds);
    }
  }
  return members;
}
