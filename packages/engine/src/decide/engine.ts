// The engine as its callers see it, and what one decision gives them.
import type { Explanation } from "@signalbox/contracts";

import type { DecisionInput } from "../input/decision-input.ts";
import type { PolicyDefaults } from "../input/default-policy.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import type { RoutingModel } from "../model/load-routing-model.ts";
import type { Outlook } from "../choose/choose.ts";
import type { DecisionRecord } from "../record/decision-record.ts";
import type { JournalledDecision } from "./journalled-reading.ts";

export interface EngineOptions {
  readonly model: RoutingModel;
  readonly catalogueVersion: string;
  /** Missing members take `DEFAULT_POLICY`. */
  readonly defaults: Partial<PolicyDefaults>;
}

export interface Decision {
  readonly label: string;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly encoding: PromptEncoding;
  /** Input tokens of the conversation for the picked model, for the next turn's cache arithmetic. */
  readonly inputTokens: number;
  /** Every number of the decision as plain JSON; the journal keeps it and `explainDecision` turns it into words. */
  readonly record: DecisionRecord;
  /** `explainDecision(record)`, built when first read. */
  readonly explanation: Explanation;
}

export interface Engine {
  readonly version: string;
  /**
   * @throws SignalboxError no_eligible_candidate when the preference is strict and every candidate is rejected;
   * artefact_mismatch when `content` was made with another artefact than the one that would read it
   */
  decide(input: DecisionInput): Decision;
  /**
   * The same from what the journal kept, for replays and dry runs: `messages` and `tools` of the input are not read. The
   * row must come from the artefact that is loaded now. @throws as `decide`
   */
  decideAgain(input: DecisionInput, journalled: JournalledDecision): Decision;
  /**
   * The decision up to where every candidate is estimated, for those who choose from it many times.
   * @param journalled as in `decideAgain`; without it the messages of the input are read
   */
  lookAhead(input: DecisionInput, journalled?: JournalledDecision): Outlook;
}
