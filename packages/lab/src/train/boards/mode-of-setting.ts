// The mode of a model that a board's setting or a source's model name states. What belongs to the model's own name is no mode.
import type { Catalog } from "@signalbox/catalog";
import type { ModelFacts } from "@signalbox/contracts";
import { MODES } from "./board-score.ts";
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

/** Modes in which a model hardly thinks: boards that state none have asked such a model for thought as often as not. */
const PLAIN: ReadonlySet<string> = new Set(["default", "none", "minimal"]);

/** The mode in which a call without one thinks; "default" where it does not think, or where that is unknown. */
export function calledMode(facts: Pick<ModelFacts, "modes"> | undefined): Mode {
  const called = MODES.find((mode) => mode === facts?.modes?.default) ?? "default";
  return PLAIN.has(called) ? "default" : called;
}

/** As `modeOfSetting`; where nothing is stated, the mode in which the model thinks by default. */
export function createModeReader(catalog: Pick<Catalog, "get">): typeof modeOfSetting {
  const known = new Map<string, Mode>();
  return (setting, model) => {
    const stated = modeOfSetting(setting, model);
    if (stated !== "default") return stated;
    const called = known.get(model) ?? calledMode(catalog.get(model));
    known.set(model, called);
    return called;
  };
}
