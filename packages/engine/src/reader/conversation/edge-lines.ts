// The signs of a line at the edge of a turn: typed as an instruction, or pasted beside one. Signs of layout only, so that it
// reads the same in every language.
import { createUnitCopy } from "../../kernels/copy-units.ts";
import { unitTable } from "../text/unit-table.ts";

/** How lines begin that nobody types: tags, JSON, tables, times of logs, diffs, quoted mail, headings of pasted context. */
const PASTED =
  /^\s{0,20}(?:<[a-z/!?]|\{|\[\s{0,9}[{"[]|\||\[?\d{4}-\d\d-\d\d|\[?\d\d:\d\d|diff --git|@@|> |Context:|From: |[-=*]{5})/i;
/** Units that such a line begins with: most others are settled by one look. */
const PASTED_FIRST = unitTable("<{[|0123456789dD@>cCfF-=*");
/** "User:", "Betreff:": the name of a speaker or of a heading. */
const HEADED = /^\s{0,20}[\p{L}\p{N}_]{1,20}: /u;
/** Last place at which the colon of such a heading may stand: its letters may be pairs of surrogates. */
const HEADED_COLON_MOST = 60;
const LINE_UNITS = 260;

const DIGIT = 1;
const SEPARATOR = 2;
const UPPER = 3;
const OTHER_SCRIPT = 4;
const LOWER = 5;
const COMMA = 6;
const QUESTION_MARK = 7;
const OTHER_QUESTION_MARK = 8;
const KINDS = 9;
const kindOf = Uint8Array.from({ length: 65_536 }, (_, unit) => {
  if (unit >= 48 && unit <= 57) return DIGIT;
  if (unit >= 65 && unit <= 90) return UPPER;
  if (unit >= 97 && unit <= 122) return LOWER;
  if (unit === 0x061f || unit === 0xff1f) return OTHER_QUESTION_MARK;
  return unit >= 0x370 ? OTHER_SCRIPT : 0;
});
for (const sign of "{}();=|<>[]\t") kindOf[sign.charCodeAt(0)] = SEPARATOR;
kindOf[44] = COMMA;
kindOf[63] = QUESTION_MARK;

/** Above this share of separators and brackets a line is code or a row of a table. */
const SEPARATORS_MOST = 0.1;

const flag = (value: boolean): number => (value ? 1 : 0);
const QUESTION = "?？؟";
const COLON = ":：";
const STOP = ".。।…";
const EXCLAMATION = "!！";
const CLOSING = ';})]>|"»';
const BULLET = "-*#•>/";
const ends = (last: string, signs: string): number => flag(last !== "" && signs.includes(last));

export interface LineSigns {
  /** Nobody types such a line, whatever stands beside it. */
  readonly isSurelyPasted: boolean;
  /** Those that also tell of the lines beside an edge come first. @shape 20 */
  readonly signs: readonly number[];
  /** Share of units of other scripts than Latin. @range 0..1 */
  readonly otherScript: number;
}

/** How many of `LineSigns.signs`, the first ones, also tell of the line beside an edge. */
export const BESIDE_SIGNS = 9;

const unitsOf = createUnitCopy(LINE_UNITS);
/** How many units of each kind; reused by the next line. */
const counts = new Uint16Array(KINDS);

function countKinds(text: string): void {
  const units = unitsOf(text);
  counts.fill(0);
  for (let at = 0; at < text.length; at += 1) {
    const kind = kindOf[units[at]!]!;
    counts[kind] = counts[kind]! + 1;
  }
}

/** The first colon before a blank is that of the heading, if the line has one. */
function isHeaded(line: string): boolean {
  const colon = line.slice(0, HEADED_COLON_MOST + 2).indexOf(": ");
  return colon > 0 && HEADED.test(line);
}

const isAbbreviated = (text: string, separators: number): boolean =>
  separators === 1 && text.length < 12 && text.length > 3;

/** As `readLine` says it, without the signs. */
export function isSurelyPasted(line: string): boolean {
  const text = line.trim().slice(0, LINE_UNITS);
  const units = unitsOf(text);
  let separators = 0;
  for (let at = 0; at < text.length; at += 1) if (kindOf[units[at]!] === SEPARATOR) separators += 1;
  return (
    (separators > Math.max(text.length, 1) * SEPARATORS_MOST && !isAbbreviated(text, separators)) ||
    (PASTED_FIRST[text.charCodeAt(0)] === 1 && PASTED.test(line))
  );
}

export function readLine(line: string): LineSigns {
  const text = line.trim().slice(0, LINE_UNITS);
  countKinds(text);
  const units = Math.max(text.length, 1);
  const [first = "", last = ""] = [text[0], text.at(-1)];
  const [digits, separators, upper] = [counts[DIGIT]!, counts[SEPARATOR]!, counts[UPPER]!];
  const other = counts[OTHER_SCRIPT]! + counts[OTHER_QUESTION_MARK]!;
  const asks = counts[QUESTION_MARK]! + counts[OTHER_QUESTION_MARK]! > 0;
  const isAllUpper = counts[LOWER] === 0 && text === text.toUpperCase() && text !== text.toLowerCase();
  const isHeadedAsPasted = PASTED_FIRST[text.charCodeAt(0)] === 1 && PASTED.test(line);
  return {
    isSurelyPasted:
      isHeadedAsPasted || (separators > units * SEPARATORS_MOST && !isAbbreviated(text, separators)),
    signs: [
      Math.min(Math.log1p(text.length) / 6, 1.2),
      flag(text.length < 14),
      flag(text.length < 40),
      (separators / units) * 5,
      flag(isHeadedAsPasted),
      ends(last, QUESTION),
      ends(last, COLON),
      ends(last, STOP),
      (digits / units) * 5,
      flag(asks),
      ends(last, EXCLAMATION),
      ends(last, CLOSING),
      flag(first !== first.toUpperCase()),
      flag(first >= "0" && first <= "9"),
      flag(first !== "" && BULLET.includes(first)),
      (upper / units) * 5,
      flag(text.length > 3 && isAllUpper),
      flag(line.startsWith(" ") || line.startsWith("\t")),
      flag(isHeaded(line)),
      (counts[COMMA]! / units) * 20,
    ],
    otherScript: other / units,
  };
}
