// The mode of a model that a board's setting or a source's model name states. What belongs to the model's own name is no mode.
import type { Mode } from "./board-score.ts";

const WORD = (words: string): RegExp => new RegExp(`(?<![a-z])(?:${words})(?![a-z])`);

/** First match decides: an effort says more than "thinking". */
const RULES: readonly (readonly [RegExp, Mode])[] = [
  [WORD("non-?reasoning|non-?thinking|no-?think(?:ing)?|0k"), "none"],
  [WORD("x-?high|max"), "xhigh"],
  [WORD("minimal"), "minimal"],
  [/(?<![a-z])high(?:thinking)?(?![a-z])|(?<!\d)(?:16|20|24|27|32|60|64|128)k(?![a-z0-9])/, "high"],
  [WORD("med(?:ium)?|8k"), "medium"],
  [WORD("low|1k|2k|4k"), "low"],
  [WORD("thinking|think|reasoning"), "thinking"],
];
const OWN_WORDS = /thinking|reasoning|medium|max|high|\d+k/g;

/** @param model canonical id, whose own words ("qwen3-max", "kimi-k2-thinking") are passed over */
export function modeOfSetting(setting: string, model: string): Mode {
  const own = model.toLowerCase().match(OWN_WORDS) ?? [];
  const text = own.reduce((left, word) => left.replaceAll(word, " "), setting.toLowerCase());
  return RULES.find(([pattern]) => pattern.test(text))?.[1] ?? "default";
}
