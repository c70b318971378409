// The record of a decision: plain numbers, rounded nowhere, from which explanation and journal are made.
import type { CallRole, TokenizerFamily } from "@signalbox/contracts";

import type { ConversationFacts } from "../reader/conversation/read-conversation.ts";
import type {
  CandidateRecord,
  ConversationRecord,
  DecisionRecord,
  DegradedReason,
} from "./decision-record.ts";
import type { ObjectiveRecord } from "../objective/objective.ts";
import type { RejectionRecord } from "../filter/rejection.ts";
import type { SessionRecord, SessionState } from "../session/session-state.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import type { Estimated } from "../estimate/estimated.ts";

interface RecordInput {
  /** Undefined for a refusal. */
  readonly chosen: Estimated | undefined;
  /** Every candidate that competed, best first. */
  readonly ranking: readonly Estimated[];
  /** All that were estimated, whether they competed or not. */
  readonly estimated: readonly Estimated[];
  readonly rejected: readonly RejectionRecord[];
  readonly objective: ObjectiveRecord;
  readonly callRole: CallRole | undefined;
  readonly conversation: ConversationFacts;
  readonly encoding: PromptEncoding;
  readonly session: SessionRecord;
  readonly propensities: ReadonlyMap<string, number>;
  readonly found: SessionState | undefined;
  readonly degradedReasons: readonly DegradedReason[];
  readonly explored: boolean;
  readonly versions: DecisionRecord["versions"];
}

export function buildRecord(input: RecordInput): DecisionRecord {
  const { chosen, conversation, encoding } = input;
  const ranking = chosen === undefined ? [] : [candidateRecord(chosen, input.propensities)];
  for (const estimated of input.ranking)
    if (estimated !== chosen) ranking.push(candidateRecord(estimated, input.propensities));
  return {
    label: chosen?.label ?? "",
    objective: input.objective,
    conversation: {
      field: encoding.field,
      language: encoding.language,
      difficulty: encoding.difficulty,
      familiarity: encoding.familiarity,
      callRole: input.callRole ?? null,
      turns: conversation.prompt.turnCount,
      tools: conversation.prompt.toolCount,
      modalities: conversation.modalities,
      notes: conversation.notes,
      demanded: encoding.demanded ?? null,
      task: encoding.task,
      hasToolHistory: conversation.hasToolHistory,
      ...(conversation.attachments && { attachments: conversation.attachments }),
      tokens: tokensByFamily(input.estimated),
    },
    ranking,
    rejected: input.rejected,
    session: input.session,
    found: input.found ?? null,
    degradedReasons: input.degradedReasons,
    explored: input.explored,
    versions: input.versions,
  };
}

function tokensByFamily(estimated: readonly Estimated[]): ConversationRecord["tokens"] {
  const tokens: Partial<Record<TokenizerFamily, number>> = {};
  for (const { candidate, usage } of estimated)
    tokens[candidate.tokenizer] = usage.inputTokens - (usage.ownImageTokens ?? 0);
  return tokens;
}

function agentTaskOf(
  { task, orderSeconds, usualSeconds }: Estimated,
  stepSuccess: number,
): CandidateRecord["agentTask"] {
  if (task === undefined) return { usd: null, usdLow: null, usdHigh: null, stepSuccess };
  const { usd, usdLow, usdHigh } = task;
  return { usd, usdLow, usdHigh, orderSeconds, usualSeconds, stepSuccess };
}

function candidateRecord(estimated: Estimated, propensities: ReadonlyMap<string, number>): CandidateRecord {
  const { candidate, usage, bill, latency, stepSuccess } = estimated;
  const { provider, model, callLabel } = candidate.input;
  // Members behind a spread are added one by one, so that the spread comes last and only where there is something to add.
  const record: CandidateRecord = {
    label: estimated.label,
    provider: provider ?? null,
    model: model ?? null,
    modelId: candidate.modelId ?? null,
    mode: candidate.mode?.mode ?? null,
    modeSource: candidate.mode?.source ?? null,
    success: estimated.success,
    shippedSuccess: estimated.shippedSuccess,
    spread: estimated.spread,
    requestSpread: estimated.requestSpread,
    abilityOrigin: estimated.abilityOrigin,
    ownReports: estimated.ownReports ?? null,
    isRowless: estimated.isRowless,
    lead: estimated.lead === 0 ? undefined : estimated.lead,
    ground: candidate.ability.placed.ground,
    inputTokens: usage.inputTokens,
    cachedInputTokens: usage.cachedInputTokens,
    outputTokens: usage.output.visibleMean,
    hiddenTokens: usage.output.hiddenMean,
    usd: bill.usd ?? null,
    usdLow: bill.usdLow ?? null,
    usdHigh: bill.usdHigh ?? null,
    sessionUsd: estimated.sessionUsd ?? null,
    seconds: latency.seconds ?? null,
    secondsSource: latency.source,
    priceSource: candidate.prices.source,
    priceWindow: candidate.prices.window,
    bonus: estimated.bonus,
    utility: estimated.utility,
    propensity: propensities.get(estimated.label) ?? 0,
    isDeprecated: candidate.isDeprecated,
  };
  const named = callLabel === undefined ? record : { ...record, callLabel };
  return stepSuccess === undefined ? named : { ...named, agentTask: agentTaskOf(estimated, stepSuccess) };
}
