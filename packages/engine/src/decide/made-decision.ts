// A decision whose words are made when somebody reads them. A class for the sake of the getter: an object literal with one gets
// a hidden class of its own each time, which lies in the old heap and keeps the record, and whatever leads to it, until the
// next full collection.
import type { Explanation } from "@signalbox/contracts";

import { explainDecision } from "../explain/explain-decision.ts";
import type { DecisionRecord } from "../record/decision-record.ts";
import type { Decision } from "./engine.ts";

/** What a decision says beside its record. */
export type DecisionHead = Pick<Decision, "label" | "provider" | "model" | "encoding" | "inputTokens">;

export class MadeDecision implements Decision {
  readonly label: Decision["label"];
  readonly provider: Decision["provider"];
  readonly model: Decision["model"];
  readonly encoding: Decision["encoding"];
  readonly inputTokens: Decision["inputTokens"];
  readonly record: DecisionRecord;
  #explanation: Explanation | undefined;

  constructor(head: DecisionHead, record: DecisionRecord) {
    this.label = head.label;
    this.provider = head.provider;
    this.model = head.model;
    this.encoding = head.encoding;
    this.inputTokens = head.inputTokens;
    this.record = record;
  }

  get explanation(): Explanation {
    this.#explanation ??= explainDecision(this.record);
    return this.#explanation;
  }
}
