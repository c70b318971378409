// Two engines behind one face: the transformer tier decides where a prompt's vector is at hand, the static tier where it is
// not. A static answer in its place says so: it is degraded, never silently another tier's.
import { explainDecision } from "../explain/explain-decision.ts";
import type { Decision, EncoderFault, Engine } from "./types.ts";

const FAULT_WORDS: Readonly<Record<EncoderFault, string>> = {
  late: "its vector was not ready within the time budget",
  busy: "too many prompts were waiting for it",
  broken: "it is not running",
};
const NOT_ASKED = "it was not asked here";

function reasonOf(fault: EncoderFault | undefined, hadLearned: boolean): string {
  const why = fault === undefined ? NOT_ASKED : FAULT_WORDS[fault];
  const learned = hadLearned
    ? " What the account has taught belongs to the transformer tier and was set aside."
    : "";
  return `The static encoder answered in place of the transformer: ${why}.${learned}`;
}

/** The same decision, marked as degraded for one more reason. */
function degrade(decision: Decision, reason: string): Decision {
  const record = { ...decision.record, degradedReasons: [...decision.record.degradedReasons, reason] };
  let explanation: Decision["explanation"] | undefined;
  return {
    label: decision.label,
    provider: decision.provider,
    model: decision.model,
    encoding: decision.encoding,
    inputTokens: decision.inputTokens,
    record,
    get explanation() {
      explanation ??= explainDecision(record);
      return explanation;
    },
  };
}

export interface Tiers {
  readonly transformer: Engine;
  readonly transformerArtefact: string;
  readonly static: Engine;
}

/**
 * What an account learned is tied to the transformer's artefact: the static tier decides without it. A journalled decision is
 * made again by the tier that made it.
 */
export function createTieredEngine(tiers: Tiers): Engine {
  return {
    version: tiers.transformer.version,
    decide: (input) => {
      const { promptVector, learned, ...rest } = input;
      if (promptVector instanceof Float32Array) return tiers.transformer.decide(input);
      const decision = tiers.static.decide({ ...rest, learned: undefined });
      return degrade(decision, reasonOf(promptVector, learned !== undefined));
    },
    decideAgain: (input, journalled) => {
      if (journalled.explanation.versions.artefact === tiers.transformerArtefact)
        return tiers.transformer.decideAgain(input, journalled);
      return tiers.static.decideAgain({ ...input, learned: undefined }, journalled);
    },
  };
}
