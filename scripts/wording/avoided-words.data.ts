// Words that a native engineer would not use here, and what to write instead. Matching ignores case and respects word
// boundaries.

interface AvoidedWord {
  /** Source of a regular expression. */
  readonly pattern: string;
  readonly instead: string;
}

export const AVOIDED_WORDS: readonly AvoidedWord[] = [
  { pattern: "dear(?:er|est|ly)?", instead: "expensive" },
  { pattern: "mend(?:s|ed|ing)?", instead: "fix, repair" },
  { pattern: "fore(?:told|tells?|telling)", instead: "predicted" },
  { pattern: "untold|told", instead: "reported, shown, said, distinguished" },
  { pattern: "riddles?", instead: "puzzle" },
  { pattern: "(?<!there )(?:is|are|was|were|be) (?-i:none)(?! of)", instead: "is not one, does not exist" },
  {
    pattern: "(?:for|by|of) a hair|a hair(?:'s)?",
    instead: "ignoring small differences, a small difference",
  },
  { pattern: "who(?:so)?ever|whomever", instead: "anyone who, the one who" },
  { pattern: "at once", instead: "immediately; at the same time; together" },
  { pattern: "anew", instead: "again" },
  { pattern: "(?:is|are) no faults?", instead: "not an error, idempotent" },
  { pattern: "the word of it", instead: "its notification" },
  { pattern: "amiss|aright|lest|albeit|hence(?:forth)?|thrice|seldom|nought", instead: "the everyday word" },
  {
    pattern: "there(?:of|in|upon)|where(?:of|in|upon|by)|hither(?:to)?|whence",
    instead: "of it, in it, by which",
  },
  { pattern: "heed(?:s|ed|ing)?", instead: "respect, follow" },
  { pattern: "reckon(?:s|ed|ing)?", instead: "compute, count" },
  { pattern: "learnt", instead: "learned" },
  { pattern: "sins? against|by and by|of late|in vain|so as to", instead: "the everyday phrase" },
  { pattern: "is a riddle|not a little|as it were", instead: "the plain statement" },
  { pattern: "part ways", instead: "diverge" },
  { pattern: "errs by", instead: "is off by" },
  { pattern: "beside the requests", instead: "in the background" },
];
