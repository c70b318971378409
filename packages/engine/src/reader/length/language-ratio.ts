// Tokens of a translation over those of its source.
import { detectLanguage } from "../language/detect-language.ts";
import { NAMED_LANGUAGES } from "../language/named-languages.data.ts";

interface LanguageRatio {
  readonly ratio: number;
  /** Both languages are known. */
  readonly isKnown: boolean;
}

const SAMPLE_UNITS = 1_200;
/** Tokens of a language that nothing is known of. */
const UNKNOWN_TOKENS = 1.3;

const tokensOf = (language: string | undefined): number | undefined =>
  language === undefined ? undefined : NAMED_LANGUAGES[language]?.tokens;

/** Beside the source's own name; where the source is not known, "from X to Y" names it first. */
export function targetsOf(named: readonly string[], source: string): readonly string[] {
  if (named.length < 2) return named.filter((language) => language !== source || named.length === 1);
  const others = named.filter((language) => language !== source);
  return others.length < named.length || named.length > 2 ? others : others.slice(-1);
}

/** @param named in the instruction; into several languages, the text comes as often */
export function translationRatio(text: string, named: readonly string[]): LanguageRatio {
  const source = detectLanguage(text.slice(0, SAMPLE_UNITS));
  const targets = targetsOf(named, source);
  const from = tokensOf(source);
  const sum = targets.reduce((total, target) => total + (tokensOf(target) ?? UNKNOWN_TOKENS), 0);
  const isKnown = from !== undefined && sum > 0;
  return { ratio: (sum === 0 ? UNKNOWN_TOKENS : sum) / (from ?? UNKNOWN_TOKENS), isKnown };
}
