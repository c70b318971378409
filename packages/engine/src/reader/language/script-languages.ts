// Which script a unit belongs to, the language that a script stands for, and letters that tell its other languages from it.

/** Blocks of sixteen units that hold the letters of a script, and the language that it stands for. */
const RANGES: readonly (readonly [first: number, last: number, language: string])[] = [
  [0x0370, 0x03ff, "el"],
  [0x0400, 0x052f, "ru"],
  [0x0530, 0x058f, "hy"],
  [0x0590, 0x05ff, "he"],
  [0x0600, 0x06ff, "ar"],
  [0x0750, 0x077f, "ar"],
  [0x0780, 0x07bf, "dv"],
  [0x0900, 0x097f, "hi"],
  [0x0980, 0x09ff, "bn"],
  [0x0a00, 0x0a7f, "pa"],
  [0x0a80, 0x0aff, "gu"],
  [0x0b00, 0x0b7f, "or"],
  [0x0b80, 0x0bff, "ta"],
  [0x0c00, 0x0c7f, "te"],
  [0x0c80, 0x0cff, "kn"],
  [0x0d00, 0x0d7f, "ml"],
  [0x0d80, 0x0dff, "si"],
  [0x0e00, 0x0e7f, "th"],
  [0x0e80, 0x0eff, "lo"],
  [0x0f00, 0x0fff, "bo"],
  [0x1000, 0x109f, "my"],
  [0x10a0, 0x10ff, "ka"],
  [0x1100, 0x11ff, "ko"],
  [0x1200, 0x139f, "am"],
  [0x1780, 0x17ff, "km"],
  [0x1f00, 0x1fff, "el"],
  [0x3040, 0x30ff, "ja"],
  [0x3130, 0x318f, "ko"],
  [0x31f0, 0x31ff, "ja"],
  [0x3400, 0x9fff, "zh"],
  [0xac00, 0xd7af, "ko"],
  [0xf900, 0xfaff, "zh"],
  [0xfb50, 0xfdff, "ar"],
  [0xfe70, 0xfeff, "ar"],
  [0xff60, 0xff9f, "ja"],
];

/**
 * Letters that tell a language from that of its script, the first that has its share of the letters. What several have stands
 * behind what only one of them has: Urdu has the letters of Persian too, Belarusian that of Ukrainian.
 */
const TELLING: readonly (readonly [script: string, language: string, letters: string, share: number])[] = [
  ["ru", "tg", "ӣӯҷҳ", 0.01],
  ["ru", "kk", "әғқұһ", 0.02],
  ["ru", "ky", "ң", 0.005],
  ["ru", "mn", "өү", 0.02],
  ["ru", "mk", "ѓќѕ", 0.004],
  ["ru", "sr", "јљњћђџ", 0.02],
  ["ru", "be", "ў", 0.005],
  ["ru", "uk", "іїєґ", 0.02],
  ["ru", "ru", "ыэё", 0],
  ["ru", "bg", "ъ", 0],
  ["ar", "ckb", "ڕڵێۆ", 0.02],
  ["ar", "ps", "ټډړښږۍ", 0.02],
  ["ar", "ur", "ٹڈڑےںہھ", 0.02],
  ["ar", "fa", "پچژگکی", 0.05],
  ["hi", "mr", "ळ", 0.005],
  ["bn", "as", "ৰৱ", 0.01],
];

/** The languages that a script or a letter of it tells; the first stands for neither. */
export const NAMED_LANGUAGES: readonly string[] = [
  "",
  ...new Set([...RANGES.map(([, , language]) => language), ...TELLING.map(([, language]) => language)]),
];
export const namedIndexOf = (language: string): number => NAMED_LANGUAGES.indexOf(language);

const SCRIPT_OF_BLOCK = new Uint8Array(0x1000);
for (const [first, last, language] of RANGES)
  SCRIPT_OF_BLOCK.fill(namedIndexOf(language), first >> 4, (last >> 4) + 1);

const NAMED_BY_LETTER = new Uint8Array(0x0a00);
for (const [, language, letters] of TELLING)
  for (const letter of letters + letters.toUpperCase())
    NAMED_BY_LETTER[letter.charCodeAt(0)] = namedIndexOf(language);

/** Position in NAMED_LANGUAGES of what the script of `unit` stands for; 0 where it is Latin, or no letter. */
export function namedByScript(unit: number): number {
  return SCRIPT_OF_BLOCK[unit >> 4]!;
}

/** Position in NAMED_LANGUAGES of what the letter alone tells, or 0. */
export function namedByLetter(unit: number): number {
  return unit < NAMED_BY_LETTER.length ? NAMED_BY_LETTER[unit]! : 0;
}

interface Sign {
  readonly language: number;
  readonly share: number;
}

/** The packed engine runs on Node 20 too, which has no `Map.groupBy`. */
const TELLING_BY_SCRIPT = new Map<number, Sign[]>();
for (const [script, language, , share] of TELLING) {
  const signs = TELLING_BY_SCRIPT.get(namedIndexOf(script)) ?? [];
  TELLING_BY_SCRIPT.set(namedIndexOf(script), signs);
  signs.push({ language: namedIndexOf(language), share });
}

/** The language of a text in `script`. @param telling letters by what they tell @param count letters in all */
export function languageOfScript(script: number, telling: Int32Array, count: number): string {
  const named = TELLING_BY_SCRIPT.get(script)?.find(({ language, share }) => {
    const found = telling[language]!;
    return found > 0 && found >= share * count;
  });
  return NAMED_LANGUAGES[named?.language ?? script]!;
}
