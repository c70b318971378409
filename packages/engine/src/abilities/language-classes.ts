// How well models know the language of an answer, by what boards in thirty languages show of them.

/**
 * `other`: most models write it nearly as well as English. `lesser`: the median model loses a fifth and more. `rare`: hardly a board
 * has it, and only the ablest models write it at all. `made`: of fiction, with hardly a text to learn from.
 */
type LanguageClass = "other" | "lesser" | "rare" | "made";

const LESSER: ReadonlySet<string> = new Set(
  "is fo et lv lt sl sq mk bs mt ga cy gl eu af ka hy az kk uz ky tg tk mn ne si my km lo pa gu te kn ml mr or as am sw ha jv su".split(
    " ",
  ),
);
const RARE: ReadonlySet<string> = new Set(
  "yo ig ti om so zu xh sn ny rw rn lg ln wo ff bm ee tw mg qu gn ay nv chr iu mi haw sm to fj bo dz ug ckb dv gd br fy oc".split(
    " ",
  ),
);

const MADE: ReadonlySet<string> = new Set(["tlh"]);

export function classOfLanguage(language: string): LanguageClass {
  if (MADE.has(language)) return "made";
  if (RARE.has(language)) return "rare";
  return LESSER.has(language) ? "lesser" : "other";
}

/** How much abler a model must be for the same work in such a language. @unit deviations of ability */
export const LANGUAGE_NEED: Readonly<Record<LanguageClass, number>> = {
  other: 0,
  lesser: 0.4,
  rare: 1.2,
  made: 1.8,
};
/** The skill of the artefact that such work leans on; where most models write the language well it tells them apart by noise alone. */
export const LANGUAGE_SKILL: Readonly<Record<LanguageClass, string>> = {
  other: "",
  lesser: "lesserLanguages",
  rare: "lesserLanguages",
  made: "lesserLanguages",
};
