// Judgements joined with what their decisions knew, in the order of change: what learners read.

import type { Context } from "../database/context.ts";
import { vectorOfBytes } from "../database/json.ts";
import { decodeCursor, fromPlace, pageLimit, toPage, type KeysetOrder } from "../database/page.ts";
import type { FeedbackRepository, LearningRow } from "../interface/feedback.ts";
import { completeRows } from "./complete-rows.ts";
import {
  estimateOf,
  judgedDecision,
  toFeedback,
  type FeedbackRow,
  type JudgedDecision,
  type JudgedRow,
} from "./feedback-rows.ts";

const BY_CHANGE = ["feedback.updated_at_ms", "feedback.session_id", "feedback.label"] as const;

export function listForLearning(context: Context): FeedbackRepository["listForLearning"] {
  return async (input) => {
    const limit = pageLimit(input);
    const query = context.db
      .selectFrom("feedback")
      .innerJoin("decisions", "decisions.sessionId", "feedback.sessionId")
      .selectAll("feedback")
      .select([
        "decisions.label as pickedLabel",
        "decisions.modelId",
        "decisions.field",
        "decisions.createdAtMs as decidedAtMs",
        "decisions.chainId",
        "decisions.turn",
        "decisions.propensity",
        "decisions.success",
        "decisions.spread",
        "decisions.features",
        "decisions.artefactVersion",
        "decisions.explanation",
      ])
      .where("feedback.accountId", "=", input.accountId)
      // A report on what a call took judges nothing, and a gateway sends one with every call.
      .where("feedback.value", "is not", null);
    const direction: KeysetOrder["direction"] = input.newestFirst === true ? "desc" : "asc";
    const found = await fromPlace(
      query,
      { columns: BY_CHANGE, direction },
      decodeCursor(input.cursor, [0, "", ""]),
    )
      .limit(limit + 1)
      .execute();
    const rows = await completeRows(context, input.accountId, found);
    return toPage(rows, limit, {
      item: (row) => toLearningRow(row),
      place: (row) => [row.updatedAtMs, row.sessionId, row.label],
    });
  };
}

type Joined = FeedbackRow &
  Omit<JudgedRow, "label" | "createdAtMs"> & {
    readonly pickedLabel: string;
    readonly modelId: string | null;
    readonly decidedAtMs: number;
    readonly chainId: string;
    readonly turn: number;
    readonly propensity: number;
    readonly features: Uint8Array | null;
    readonly artefactVersion: string;
  };

function toLearningRow(row: Joined): LearningRow {
  const {
    pickedLabel,
    modelId,
    field,
    decidedAtMs,
    chainId,
    turn,
    propensity,
    success,
    spread,
    explanation,
    artefactVersion,
  } = row;
  const { features, ...columns } = row;
  const judged = { label: pickedLabel, field, createdAtMs: decidedAtMs, success, spread, explanation };
  const decision = judgedDecision(judged);
  return {
    feedback: toFeedback(pickFeedback(columns)),
    modelId: row.label === pickedLabel ? modelId : (decision.find(row.label)?.modelId ?? null),
    pickedLabel,
    field,
    decidedAtMs,
    chainId,
    turn,
    propensity,
    estimated: learnedEstimate(decision, row.label),
    artefactVersion,
    features: vectorOfBytes(features),
    reading: decision.reading(),
  };
}

/** With the estimate before learning. */
function learnedEstimate(decision: JudgedDecision, label: string): LearningRow["estimated"] {
  const estimate = estimateOf(decision, label);
  if (estimate === undefined) return undefined;
  return { ...estimate, shippedSuccess: decision.find(label)?.shippedSuccess ?? estimate.success };
}

function pickFeedback(row: FeedbackRow): FeedbackRow {
  const { sessionId, label, accountId, value, usage, keyId, scope, details } = row;
  const { revision, createdAtMs, updatedAtMs, withdrawnAtMs } = row;
  const own = { sessionId, label, accountId, value, usage, keyId, scope, details };
  return { ...own, revision, createdAtMs, updatedAtMs, withdrawnAtMs };
}
