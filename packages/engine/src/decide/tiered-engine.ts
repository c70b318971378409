// Two engines behind one face: the transformer tier decides where a prompt's vector is at hand, the static tier where it is
// not. A static answer in its place says so: it is degraded, never silently another tier's.
import type { Decision, Engine } from "./engine.ts";
import { MadeDecision } from "./made-decision.ts";
import type { DecisionInput } from "../input/decision-input.ts";
import type { JournalledDecision } from "./journalled-reading.ts";
import type { DegradedReason } from "../record/decision-record.ts";

function reasonOf({ asked: { content }, known }: DecisionInput): DegradedReason {
  const { promptVector: fault, learned } = known;
  const missing = typeof fault === "string" ? fault : "not_asked";
  const cause = content === undefined ? missing : "no_text";
  return { code: "static_tier", cause, isLearnedSetAside: learned !== undefined };
}

/** The same decision, marked as degraded for one more reason. */
function degrade(decision: Decision, reason: DegradedReason): Decision {
  const record = { ...decision.record, degradedReasons: [...decision.record.degradedReasons, reason] };
  return new MadeDecision(decision, record);
}

export interface Tiers {
  readonly transformer: Engine;
  readonly transformerArtefact: string;
  readonly static: Engine;
}

/**
 * What an account learned is tied to the transformer's artefact: the static tier decides without it. Features that a caller
 * computed are always those of the static tier. A journalled decision is
 * made again by the tier that made it.
 */
export function createTieredEngine(tiers: Tiers): Engine {
  const isReadable = ({ asked, known }: DecisionInput): boolean =>
    asked.content === undefined && known.promptVector instanceof Float32Array;
  const isOfTransformer = ({ record }: JournalledDecision): boolean =>
    record.versions.artefact === tiers.transformerArtefact;
  const withoutLearned = ({ asked, known }: DecisionInput): DecisionInput => ({
    asked,
    known: { ...known, learned: undefined, promptVector: undefined },
  });
  return {
    version: tiers.transformer.version,
    decide: (input) => {
      if (isReadable(input)) return tiers.transformer.decide(input);
      return degrade(tiers.static.decide(withoutLearned(input)), reasonOf(input));
    },
    decideAgain: (input, journalled) => {
      if (isOfTransformer(journalled)) return tiers.transformer.decideAgain(input, journalled);
      return tiers.static.decideAgain(withoutLearned(input), journalled);
    },
    lookAhead: (input, journalled) => {
      const isTransformer = journalled === undefined ? isReadable(input) : isOfTransformer(journalled);
      if (isTransformer) return tiers.transformer.lookAhead(input, journalled);
      return tiers.static.lookAhead(withoutLearned(input), journalled);
    },
  };
}
