// Derives the aliases of one model from its card: an alias that differs from the id only in order of words and in words that
// do not tell models apart is taken; everything else needs a ruling by hand (alias-rulings.ts).
import { nameReadings } from "../identity/name-readings.ts";
import { spellingKey } from "../identity/spelling-key.ts";
import { splitSpelling } from "../identity/split-spelling.ts";

/** Words that say how a model is packaged. Sizes, versions, "mini", "preview", "base" are never among them. */
const PACKAGING_WORDS = new Set("instruct chat it hf latest maas tee".split(" "));
/** Words that select a mode of one endpoint, for vendors whose modes are not models of their own. */
const MODE_WORDS = new Set("thinking reasoning non adaptive xhigh high medium low minimal".split(" "));
const MODE_VENDORS = new Set("anthropic openai xai deepseek zai".split(" "));
const TUNED = /(?:^|-)(?:instruct|chat|it)(?:-|$)/;
/** Slugs of leaderboards that are not part of any name one could call. */
const BENCH_ONLY = /reasoning-low|reasoning-medium|-\d+k$|low-effort|tree\/main/;

function wordsOf(key: string, vendor: string): string {
  const hasModes = MODE_VENDORS.has(vendor);
  return key
    .split("-")
    .filter((word) => !PACKAGING_WORDS.has(word) && !(hasModes && MODE_WORDS.has(word)))
    .toSorted()
    .join(" ");
}

/** The name that the index would see, most stripped reading last. */
function namesOf(alias: string): readonly string[] {
  const split = splitSpelling({ model: alias });
  if (split === undefined) return [];
  return nameReadings(split.name, { isDotted: split.isDotted, isFireworks: /fireworks/.test(alias) });
}

/** Aliases that pass without a ruling, as bare names. */
export function deriveAliases(id: string, aliases: readonly string[]): readonly string[] {
  const slash = id.indexOf("/");
  const vendor = id.slice(0, slash);
  const ownKey = spellingKey(id.slice(slash + 1)) ?? "";
  const ownWords = wordsOf(ownKey, vendor);
  const kept = aliases
    .filter((alias) => !BENCH_ONLY.test(alias))
    .flatMap((alias) => namesOf(alias.toLowerCase()).slice(-1))
    .map((name) => name.replace("@", "-"))
    .filter((name) => {
      const key = spellingKey(name);
      if (key === undefined || key === ownKey || wordsOf(key, vendor) !== ownWords) return false;
      // A name without "instruct" is the base model when the tuned one carries the word.
      return TUNED.test(key) || !TUNED.test(ownKey);
    });
  return [...new Map(kept.map((name) => [spellingKey(name), name])).values()];
}
