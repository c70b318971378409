// The default mode of a model, where the catalogue only guesses it and the account's own calls show it.
import { catalogAt } from "@signalbox/contracts";
import type { ModelCatalog, ModelFacts, ModelModes } from "@signalbox/contracts";

/** Hidden tokens that an account saw in calls of a model which stated no mode. */
export interface ObservedThought {
  /** @unit tokens a call */
  readonly hiddenTokensMean: number;
  /** Decayed number of calls. */
  readonly hiddenWeight: number;
}

/** Calls that outweigh a guess. */
const WEIGHT_MIN = 2.5;
/** Below it the calls had no thought: some providers count a token or two of their frame. @unit tokens */
const THOUGHT_MIN = 8;

/** The mode whose level comes closest, on work that takes a little less thought than the question that levels are stated for. */
function modeThatThinks({ modes, default: plain }: ModelModes, tokens: number): ModelModes["default"] {
  const distance = ({ hidden }: ModelModes["modes"][number]): number =>
    hidden === undefined ? Infinity : Math.abs(Math.log(tokens) - Math.log(hidden.tokens) + hidden.growth);
  const own = modes.find(({ mode }) => mode === plain);
  if (own?.hidden !== undefined) return plain;
  return modes.reduce((best, each) => (distance(each) < distance(best) ? each : best), modes[0]!).mode;
}

function corrected(facts: ModelFacts, seen: ObservedThought | undefined): ModelFacts {
  const { modes } = facts;
  if (modes?.isGuessed !== true || seen === undefined || seen.hiddenWeight < WEIGHT_MIN) return facts;
  const isThinking = seen.hiddenTokensMean >= THOUGHT_MIN;
  const hasNone = modes.modes.some(({ mode }) => mode === "none");
  if (!isThinking && !hasNone) return facts;
  const plain = isThinking ? modeThatThinks(modes, seen.hiddenTokensMean) : "none";
  const { isGuessed: _guess, ...known } = modes;
  return { ...facts, modes: { ...known, default: plain, isObserved: true } };
}

/** @param seenOf by canonical model id, or by label for models that the catalogue does not know */
export function withObservedModes(
  base: ModelCatalog,
  seenOf: ReadonlyMap<string, ObservedThought>,
): ModelCatalog {
  if (seenOf.size === 0) return base;
  // One object for each model: what is derived from facts is remembered by them.
  const known = new WeakMap<ModelFacts, ModelFacts>();
  const correct = (facts: ModelFacts): ModelFacts => {
    const before = known.get(facts);
    if (before !== undefined) return before;
    const after = corrected(facts, seenOf.get(facts.id));
    known.set(facts, after);
    return after;
  };
  let list: readonly ModelFacts[] | undefined;
  let later: { readonly base: ModelCatalog; readonly catalog: ModelCatalog } | undefined;
  const own: ModelCatalog = {
    version: base.version,
    resolve: (spelling) => optionally(base.resolve(spelling), correct),
    inherit: (spelling) => optionally(base.inherit?.(spelling), correct),
    list: () => (list ??= base.list().map(correct)),
    at(nowMs) {
      const then = catalogAt(base, nowMs);
      if (then === base) return own;
      if (later?.base !== then) later = { base: then, catalog: withObservedModes(then, seenOf) };
      return later.catalog;
    },
  };
  return own;
}

const optionally = (
  facts: ModelFacts | undefined,
  correct: (facts: ModelFacts) => ModelFacts,
): ModelFacts | undefined => facts && correct(facts);
