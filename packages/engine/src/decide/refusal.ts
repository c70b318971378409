// A refusal is a decision without a pick: rules or limits reject every candidate. Callers get the error; who keeps a journal
// finds the record in it.
import { SignalboxError } from "@signalbox/contracts";
import type { Decision } from "./engine.ts";

export class Refusal extends SignalboxError {
  /** Has no label and ranks no candidate; its `rejected` says why. */
  readonly decision: Decision;

  constructor(error: SignalboxError, decision: Decision) {
    super(error.code, error.detail, { errors: error.errors, cause: error.cause });
    this.decision = decision;
  }
}
