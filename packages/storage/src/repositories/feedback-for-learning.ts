// Judgements joined with what their decisions knew, in the order of change: what learners read.
import type { Explanation } from "@signalbox/contracts";

import type { Context } from "../database/context.ts";
import { vectorOfBytes } from "../database/json.ts";
import { decodeCursor, fromPlace, pageLimit, toPage, type KeysetOrder } from "../database/page.ts";
import type { FeedbackRepository, LearningRow } from "../interface/feedback.ts";
import { estimateOf, toFeedback, type FeedbackRow, type JudgedDecision } from "./feedback-rows.ts";

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
        "decisions.loadings",
        "decisions.artefactVersion",
        "decisions.explanation",
      ])
      .where("feedback.accountId", "=", input.accountId);
    const direction: KeysetOrder["direction"] = input.newestFirst === true ? "desc" : "asc";
    const rows = await fromPlace(
      query,
      { columns: BY_CHANGE, direction },
      decodeCursor(input.cursor, [0, "", ""]),
    )
      .limit(limit + 1)
      .execute();
    return toPage(rows, limit, {
      item: toLearningRow,
      place: (row) => [row.updatedAtMs, row.sessionId, row.label],
    });
  };
}

type Joined = FeedbackRow &
  Omit<JudgedDecision, "label" | "createdAtMs"> & {
    readonly pickedLabel: string;
    readonly modelId: string | null;
    readonly decidedAtMs: number;
    readonly chainId: string;
    readonly turn: number;
    readonly propensity: number;
    readonly features: Uint8Array | null;
    readonly loadings: Uint8Array | null;
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
  const { features, loadings, ...columns } = row;
  const decision = { label: pickedLabel, field, createdAtMs: decidedAtMs, success, spread, explanation };
  return {
    feedback: toFeedback(pickFeedback(columns)),
    modelId: row.label === pickedLabel ? modelId : modelIdIn(explanation, row.label),
    pickedLabel,
    field,
    decidedAtMs,
    chainId,
    turn,
    propensity,
    estimated: learnedEstimate(decision, row.label),
    artefactVersion,
    features: vectorOfBytes(features),
    loadings: vectorOfBytes(loadings),
  };
}

/** With the estimate before learning; rows that do not tell it were not learned. */
function learnedEstimate(decision: JudgedDecision, label: string): LearningRow["estimated"] {
  const estimate = estimateOf(decision, label);
  if (estimate === undefined || decision.explanation === null) return undefined;
  const { ranking } = JSON.parse(decision.explanation) as Pick<Explanation, "ranking">;
  const found = ranking.find((candidate) => candidate.label === label);
  return { ...estimate, shippedSuccess: found?.shipped_success ?? estimate.success };
}

function pickFeedback(row: FeedbackRow): FeedbackRow {
  const { sessionId, label, accountId, value, usage, keyId, scope, details } = row;
  const { revision, createdAtMs, updatedAtMs, withdrawnAtMs } = row;
  const own = { sessionId, label, accountId, value, usage, keyId, scope, details };
  return { ...own, revision, createdAtMs, updatedAtMs, withdrawnAtMs };
}

function modelIdIn(explanation: string | null, label: string): string | null {
  if (explanation === null) return null;
  const { ranking } = JSON.parse(explanation) as {
    readonly ranking: readonly { label: string; model_id: string | null }[];
  };
  return ranking.find((candidate) => candidate.label === label)?.model_id ?? null;
}
