// The most that the rules of a preference may cost one decision. Steps are counted, not seconds: the same request is refused on
// every machine, and no policy however large can hold up the decisions of others.
import { invalid } from "@signalbox/contracts";

/** More than twice what 200 rules over 200 candidates with names of usual length need. */
const RULE_STEPS_MAX = 8_000_000;

export interface RuleBudget {
  /** @throws SignalboxError validation_failed when the decision has used all its steps */
  spend(steps: number): void;
}

export function createRuleBudget(stepsMax = RULE_STEPS_MAX): RuleBudget {
  let left = stepsMax;
  return {
    spend: (steps) => {
      left -= steps;
      if (left >= 0) return;
      const fix = "Shorten patterns and attributes, or name fewer rules and candidates.";
      const message = "The rules of the preference need more comparisons than one decision may take.";
      throw invalid([{ location: "preference", message, fix }]);
    },
  };
}
