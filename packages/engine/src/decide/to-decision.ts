// The decision for callers: label and numbers now, words on demand.
import { SignalboxError, type Explanation } from "@signalbox/contracts";
import { explainDecision } from "../explain/explain-decision.ts";
import type { DecisionRecord } from "../record/decision-record.ts";
import type { Decision } from "./engine.ts";
import { buildRecord } from "../record/build-record.ts";
import type { Choice, Outlook } from "../choose/choose.ts";
import type { SessionRecord } from "../session/session-state.ts";

// A decision whose words are made when somebody reads them. A class for the sake of the getter: an object literal with one gets
// its own hidden class each time, which is in the old heap and keeps the record, and whatever leads to it, until the
// next full collection.

/** The members that a decision says beside its record. */
type DecisionHead = Pick<Decision, "label" | "provider" | "model" | "encoding" | "inputTokens">;

class MadeDecision implements Decision {
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

type Versions = Omit<DecisionRecord["versions"], "preference">;

function recordOf(
  outlook: Outlook,
  choice: Omit<Choice, "chosen"> & { readonly chosen: Choice["chosen"] | undefined },
  versions: Versions,
): DecisionRecord {
  const { preference, session } = outlook.input.known;
  return buildRecord({
    ...choice,
    estimated: outlook.estimated,
    found: session,
    objective: outlook.objective,
    callRole: outlook.input.asked.callRole,
    conversation: outlook.conversation,
    encoding: outlook.encoding,
    versions: {
      ...versions,
      preference: preference === undefined ? null : `${preference.id}@${preference.version}`,
    },
  });
}

export function toDecision(outlook: Outlook, choice: Choice, versions: Versions): Decision {
  const { chosen } = choice;
  const { input } = chosen.candidate;
  const head = {
    label: chosen.label,
    provider: input.provider,
    model: input.model,
    encoding: outlook.encoding,
    inputTokens: chosen.usage.inputTokens,
  };
  return new MadeDecision(head, recordOf(outlook, choice, versions));
}

/** A refusal neither continues a session nor begins one. */
const ALONE: SessionRecord = {
  previousSession: null,
  turn: 1,
  previousLabel: null,
  switches: 0,
  action: "first",
  cause: "first",
  warm: [],
  expectedTurns: 1,
  isCacheWarm: false,
  stayUsd: null,
  switchUsd: null,
  successGain: null,
};

/**
 * A decision without a pick: rules or limits reject every candidate. Callers get the error; who keeps a journal finds the record in
 * it.
 */
export class Refusal extends SignalboxError {
  /** Has no label and ranks no candidate; its `rejected` says why. */
  readonly decision: Decision;

  constructor(error: SignalboxError, decision: Decision) {
    super(error.code, error.detail, { errors: error.errors, cause: error.cause });
    this.decision = decision;
  }
}

/** The decision without a pick behind an error of `choose`. */
export function toRefusal(outlook: Outlook, error: SignalboxError, versions: Versions): Refusal {
  const record = recordOf(
    outlook,
    {
      chosen: undefined,
      ranking: [],
      rejected: outlook.filtered.rejected,
      session: ALONE,
      propensities: new Map(),
      explored: false,
      degradedReasons: [],
    },
    versions,
  );
  const inputTokens = Math.max(0, ...outlook.estimated.map(({ usage }) => usage.inputTokens));
  const head = { label: "", provider: undefined, model: undefined, encoding: outlook.encoding, inputTokens };
  return new Refusal(error, new MadeDecision(head, record));
}
