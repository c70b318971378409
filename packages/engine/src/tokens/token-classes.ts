// The class of every UTF-16 code unit as the token scan sees it: letters, digits, signs, space, Han, other scripts.

const SPACE = 32;
const NEWLINE = 10;

/** Classes of code units; a script's class is SCRIPT plus its place in SCRIPTS. */
export const UNKNOWN = 0;
export const CONTROL = 1;
export const BLANK = 2;
export const BREAK = 3;
export const SIGN = 4;
export const DIGIT = 5;
export const LETTER = 6;
export const HAN = 7;
export const WIDE = 8;
export const SURROGATE = 9;
export const SCRIPT = 10;

/** Blocks of other scripts and signs: [first, last]. */
export const SCRIPTS: readonly (readonly [number, number])[] = [
  [0x0370, 0x03ff],
  [0x0400, 0x052f],
  [0x0590, 0x05ff],
  [0x0600, 0x06ff],
  [0x0900, 0x0dff],
  [0x0e00, 0x0eff],
  [0x3040, 0x309f],
  [0x30a0, 0x30ff],
  [0xac00, 0xd7af],
  [0x2010, 0x206f],
  [0x2500, 0x25ff],
];

/** Class of every UTF-16 code unit. */
function buildClasses(): Uint8Array {
  const classes = new Uint8Array(0x10000);
  classes
    .fill(CONTROL, 0, SPACE)
    .fill(SIGN, SPACE + 1, 127)
    .fill(CONTROL, 127, 128);
  classes[SPACE] = BLANK;
  classes[NEWLINE] = BREAK;
  classes.fill(DIGIT, 48, 58).fill(LETTER, 65, 91).fill(LETTER, 97, 123);
  classes.fill(LETTER, 0xc0, 0x250).fill(LETTER, 0x1e00, 0x1f00);
  classes[0xd7] = UNKNOWN;
  classes[0xf7] = UNKNOWN;
  classes.fill(HAN, 0x4e00, 0xa000).fill(HAN, 0x3400, 0x4dc0);
  classes.fill(WIDE, 0x3000, 0x3040).fill(WIDE, 0xff00, 0xfff0).fill(SURROGATE, 0xd800, 0xe000);
  for (const [place, [first, last]] of SCRIPTS.entries()) classes.fill(SCRIPT + place, first, last + 1);
  return classes;
}

export const CLASSES = buildClasses();
