// How a part of a turn looks and where it stands: signs of layout only, so that they read the same in every language.
import { readLine } from "../conversation/edge-lines.ts";
import { PLACES } from "../conversation/task-text.ts";
import type { PlacedPart } from "../conversation/task-text.ts";
import { readMarks } from "./text-marks.ts";

/** Length that is read at the beginning of a long part. @unit UTF-16 units */
const LOOK_UNITS = 300;
const LONG_UNITS = 300;
const OWN_SIGNS = 20;
/** Length of the signs that `writePartSigns` writes. */
export const PART_SIGNS = 1 + OWN_SIGNS + 2 * PLACES.length + 20;

const flag = (value: boolean): number => (value ? 1 : 0);

const firstLine = (text: string): string => {
  const start = text.length - text.trimStart().length;
  const line = text.indexOf("\n", start);
  return text.slice(start, Math.min(line === -1 ? text.length : line, start + LOOK_UNITS));
};

/** Signs of the part at `index`, each with its number below `PART_SIGNS`; the first is always 1. */
export function writePartSigns(
  parts: readonly PlacedPart[],
  index: number,
  add: (sign: number, value: number) => void,
): void {
  const part = parts[index]!;
  const [before, after] = [parts[index - 1], parts[index + 1]];
  const look = part.text.slice(0, LOOK_UNITS);
  const marks = readMarks(look);
  const units = look.length + 1;
  const last = parts.length - 1;
  let sign = 0;
  const next = (value: number): void => {
    add(sign, value);
    sign += 1;
  };
  next(1);
  for (const value of readLine(firstLine(part.text)).signs) next(value);
  for (const place of PLACES) next(flag(part.place === place));
  for (const place of PLACES) next(flag(part.place === place && part.isAfterBreak));
  next(flag(part.isBlock));
  next(flag(part.isBlock && look.trimStart().startsWith("```")));
  next(flag(part.isAfterBreak));
  next(flag(index === 0));
  next(flag(index === 1));
  next(flag(index === last));
  next(flag(index === last - 1));
  next(flag(last === 0));
  next(index / Math.max(1, last));
  next(Math.log1p(parts.length) / 3);
  next(Math.log1p(part.text.length) / 6);
  next(flag(part.text.length > LONG_UNITS));
  next(flag(after?.isBlock === true));
  next(flag(before?.isBlock === true));
  next(flag(marks.endsInQuestion));
  next(flag(marks.endsInColon));
  next(flag(marks.questions > 0));
  next(Math.min(1, (marks.codeMarks / units) * 8));
  next(flag(marks.mathMarks > 0));
  next(flag(marks.quotes > 0));
}
