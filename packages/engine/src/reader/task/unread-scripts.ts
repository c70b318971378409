// How much of an instruction is in letters or in a language that nothing was learned of. It is doubt, never ease.
import { createUnitCopy } from "../../kernels/copy-units.ts";
import { readLanguage } from "../language/detect-language.ts";
import type { TaskText } from "../conversation/task-text.ts";
import { TIERS } from "./task-reading.ts";

/** First and last unit of the scripts of the task atlas; digits, signs and emoji say nothing. */
const READ: readonly (readonly [from: number, to: number])[] = [
  [0x41, 0x5a],
  [0x61, 0x7a],
  [0xc0, 0x24f],
  [0x300, 0x36f],
  [0x400, 0x52f],
  [0x620, 0x64a],
  [0x900, 0x97f],
  [0xe00, 0xe7f],
  [0x1e00, 0x1eff],
  [0x3040, 0x30ff],
  [0x3400, 0x9fff],
  [0xac00, 0xd7a3],
];
/** Letters of Persian and Urdu that Arabic does not have: one in eight letters there, or more. */
const FOREIGN = "پچژگکیںےٹڈڑ";
const FOREIGN_COUNTS = 8;

const [SILENT, KNOWN, UNKNOWN, LOUD] = [0, 1, 2, 3];
const kinds = new Uint8Array(65_536);
for (let unit = 0x370; unit < 0xd800; unit += 1)
  if (/\p{L}/u.test(String.fromCharCode(unit))) kinds[unit] = UNKNOWN;
for (const [from, to] of READ) kinds.fill(KNOWN, from, to + 1);
for (const letter of FOREIGN) kinds[letter.charCodeAt(0)] = LOUD;

/** Units of a place that are looked at. */
const UNITS_MOST = 600;
const unitsOf = createUnitCopy(UNITS_MOST);

function count(text: string, counts: { known: number; unknown: number }): void {
  const look = text.slice(0, UNITS_MOST);
  const units = unitsOf(look);
  for (let at = 0; at < look.length; at += 1) {
    const kind = kinds[units[at]!]!;
    if (kind === SILENT) continue;
    if (kind === KNOWN) counts.known += 1;
    else counts.unknown += kind === LOUD ? FOREIGN_COUNTS : 1;
  }
}

/** Languages of the task atlas. */
const READ_LANGUAGES: ReadonlySet<string> = new Set(
  "ar de en es fr hi it ja ko nl pl pt ru sw th tr vi zh und".split(" "),
);
/** Share that counts as unread of an instruction in another language: names and borrowed terms are read. */
const FOREIGN_SHARE = 0.75;

/** @range 0..1 */
function foreignShareOf({ opening, closing }: TaskText["zones"]): number {
  const { language, isUndecided } = readLanguage(closing === "" ? opening : `${opening} ${closing}`);
  return isUndecided || !READ_LANGUAGES.has(language) ? FOREIGN_SHARE : 0;
}

/** Unread share of the instruction, by its letters and its language; of the system prompt where the turn has none. @range 0..1 */
export function unreadShareOf({ zones }: Pick<TaskText, "zones">): number {
  const counts = { known: 0, unknown: 0 };
  count(zones.opening, counts);
  count(zones.closing, counts);
  if (counts.known + counts.unknown === 0) count(zones.system, counts);
  const byLetters = counts.unknown === 0 ? 0 : counts.unknown / (counts.known + counts.unknown);
  return Math.max(byLetters, foreignShareOf(zones));
}

/** Belief about a request that was not read: it may need any class, and rarely the smallest. @shape TIERS */
const UNREAD_TIERS = [0.1, 0.2, 0.3, 0.25, 0.15] as const;

/** Chances of the tiers with what was not read mixed in. @shape TIERS */
export function doubtTiers(tiers: readonly number[], unread: number): readonly number[] {
  if (unread === 0) return tiers;
  return TIERS.map((_, tier) => (1 - unread) * tiers[tier]! + unread * UNREAD_TIERS[tier]!);
}

/** Median of a good answer's tokens over the requests that the heads were trained on. */
const USUAL_TOKENS = 173;

/** The logarithm of the tokens, drawn towards the usual one by what was not read. */
export const doubtLogTokens = (log: number, unread: number): number =>
  (1 - unread) * log + unread * Math.log(USUAL_TOKENS);
