// Success of candidates by the abilities that boards and outcomes tell, for what the request needs.
import type { ArtefactAbilities, Operation } from "@signalbox/contracts";
import type { EstimateSuccess } from "./ability.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import { createNeedReader } from "./need-reader.ts";
import { successOf } from "./success-of.ts";
import type { Need } from "./success-of.ts";

/**
 * Working aloud lifts success on mathematics and logic by some 13 points, and on other requests by less than one. A demand for the
 * bare answer takes that from models that do not think. @unit logits at even odds
 * @source Sprague et al. (2024), "To CoT or not to CoT?"
 */
const WORKING = 0.55;
/** A longer answer has room for the working. @unit tokens */
const BARE_TOKENS = 11;

const withoutWorking = (need: Need, slope: number): Need => ({
  ...need,
  parts: need.parts.map((part) => ({ ...part, mean: part.mean + WORKING / (part.slope ?? slope) })),
});

const isWorked = ({ task }: PromptEncoding): boolean =>
  task.operation === "solve" || task.field === "mathematics";

/** Answers that are the work themselves. */
const MADE: ReadonlySet<Operation> = new Set(["write_code", "change_code"]);

const isUnworked = (encoding: PromptEncoding): boolean =>
  encoding.demanded !== undefined && encoding.demanded.mean <= BARE_TOKENS && isWorked(encoding);

/** The caller's bound left nothing of the range: no answer of that length holds the work, thought over or not. */
const isCutOff = (encoding: PromptEncoding): boolean => {
  const { operation, tokens } = encoding.task;
  return tokens.low === tokens.high && (isWorked(encoding) || MADE.has(operation));
};

export function createEstimator(abilities: ArtefactAbilities): EstimateSuccess {
  const readNeed = createNeedReader(abilities);
  return (encoding, candidates) => {
    const { need, step } = readNeed(encoding);
    const isCut = isCutOff(encoding);
    const unworked = isCut || isUnworked(encoding) ? withoutWorking(need, abilities.slope) : need;
    return candidates.map(({ placed: { belief }, thinks }) => {
      const estimate = successOf(belief, thinks === true && !isCut ? need : unworked, abilities);
      return step === undefined
        ? estimate
        : { ...estimate, stepSuccess: successOf(belief, step, abilities).success };
    });
  };
}
