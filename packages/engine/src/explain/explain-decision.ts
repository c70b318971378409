// Words from numbers: turns the record of a decision into the explanation that callers, journal and dashboard show.

import type { Explanation, RankedCandidate, Operation } from "@signalbox/contracts";
import { degradedWords } from "./degraded-words.ts";
import { formatTokens } from "../wording/format.ts";
import { candidateReasons, wholeSpreadOf } from "./candidate-reasons.ts";
import type { CandidateRecord, DecisionRecord, ConversationRecord } from "../record/decision-record.ts";
import { recordedLosses } from "../record/recorded-loss.ts";
import { rejectionWords } from "../filter/rejection-words.ts";
import { sessionWords } from "./session-words.ts";
import { summarise } from "./summary.ts";
import type { DemandedLength } from "../reader/amounts/demanded-length.ts";
import type { ConversationNote } from "../reader/conversation/notes.ts";
import { TIERS, writeTask, type TaskReading } from "../reader/task/task-reading.ts";

// Words for the task that a request was read as.

const OPERATION_WORDS: Readonly<Record<Operation, string>> = {
  converse: "Conversation",
  answer: "A question",
  extract: "Extraction",
  classify: "Classification",
  summarise: "A summary",
  translate: "A translation",
  rewrite: "Rewriting",
  title: "A title",
  write: "Writing",
  write_code: "New code",
  change_code: "A change of code",
  review: "A review",
  debug: "Debugging",
  solve: "A problem to solve",
  plan: "A plan",
  act: "A step of an agent",
};

/** Below this a reading is called a guess. */
const SURE = 0.6;
const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

function likeliestTier({ tiers }: TaskReading): string {
  const largest = Math.max(...tiers);
  return TIERS[tiers.indexOf(largest)] ?? TIERS[0];
}

/** Two leading digits. */
function roughly(amount: number): string {
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, amount))) - 1);
  return `${Math.max(1, Math.round(amount / digits) * digits)}`;
}

const asGuess = (phrase: string): string => `Probably ${phrase.charAt(0).toLowerCase()}${phrase.slice(1)}`;

function describe(task: TaskReading, { language }: ConversationRecord): string {
  const { operation, operationChance, field, tokens } = task;
  const words = OPERATION_WORDS[operation];
  const phrase = operationChance < SURE ? asGuess(words) : words;
  const spoken = language === "und" ? "" : `, ${names.of(language) ?? language}`;
  const length = roughly(tokens.median);
  const need = `the weakest class of models that does it well is likely "${likeliestTier(task)}"`;
  return `${phrase} (${field}${spoken}); about ${length} visible tokens; ${need}.`;
}

function understanding(
  conversation: ConversationRecord,
): Pick<Explanation["conversation"], "task" | "understood"> {
  const { task } = conversation;
  return task === undefined ? {} : { task: writeTask(task), understood: describe(task, conversation) };
}

/** The whole explanation. Pure: the same record always gives the same words. */
export function explainDecision(record: DecisionRecord): Explanation {
  const { objective, conversation, session } = record;
  const losses = recordedLosses(record);
  return {
    summary: summarise(record),
    objective: {
      kind: objective.kind,
      usd_worth: objective.usdWorth,
      seconds_worth: objective.secondsWorth,
      usd_weight: objective.usdWeight,
      seconds_weight: objective.secondsWeight,
      risk_weight: objective.riskWeight,
      max_model_depth: objective.maxModelDepth,
      cost_quality_tradeoff: objective.costQualityTradeoff,
      ...(objective.isPriceAlone === true && { price_alone: true }),
      ...(objective.maxLossPoints !== undefined && { max_loss_points: objective.maxLossPoints }),
    },
    conversation: {
      field: conversation.field,
      language: conversation.language,
      difficulty: conversation.difficulty,
      familiarity: conversation.familiarity,
      ...understanding(conversation),
      ...(conversation.callRole !== null && { call_role: conversation.callRole }),
      turns: conversation.turns,
      tools: conversation.tools,
      modalities: [...conversation.modalities],
      notes: [
        ...noteWords(conversation.notes, conversation.demanded ?? undefined),
        ...lengthWords(conversation.tokens),
      ],
    },
    ranking: record.ranking.map((candidate, i) => ({
      ...rankedCandidate(candidate, i + 1, record),
      ...(losses?.[i] !== undefined && { loss: losses[i] }),
    })),
    rejected: record.rejected.map((fault) => ({
      label: fault.label,
      code: fault.code,
      reason: rejectionWords(fault),
    })),
    session: {
      previous_session: session.previousSession,
      turn: session.turn,
      previous_label: session.previousLabel,
      action: session.action,
      reason: sessionWords(session, objective.kind),
    },
    degraded: record.degradedReasons.length > 0,
    degraded_reasons: record.degradedReasons.map(degradedWords),
    explored: record.explored,
    versions: { ...record.versions },
  };
}

/** No outcomes of longer prompts were learned from. @unit tokens */
const LONG_INPUT_TOKENS = 32_000;

/** Says that a long input changes nothing, since everyone expects it to. */
function lengthWords(tokens: DecisionRecord["conversation"]["tokens"]): string[] {
  const most = Math.max(0, ...Object.values(tokens));
  if (most < LONG_INPUT_TOKENS) return [];
  return [
    `The input has about ${formatTokens(most)} tokens. They count in the bill and against the context window; ` +
      "success is estimated from what is asked.",
  ];
}

function agentTaskWire({ agentTask }: CandidateRecord): Pick<RankedCandidate, "agent_task"> {
  if (agentTask === undefined) return {};
  const { usd, usdLow, usdHigh, stepSuccess } = agentTask;
  return { agent_task: { usd, usd_low: usdLow, usd_high: usdHigh, step_success: stepSuccess } };
}

function rankedCandidate(candidate: CandidateRecord, rank: number, record: DecisionRecord): RankedCandidate {
  return {
    label: candidate.label,
    provider: candidate.provider,
    model: candidate.model,
    model_id: candidate.modelId,
    mode: candidate.mode ?? null,
    mode_source: candidate.modeSource ?? null,
    rank,
    success: candidate.success,
    shipped_success: candidate.shippedSuccess,
    spread: wholeSpreadOf(candidate),
    ability_origin: candidate.abilityOrigin,
    ...(candidate.ownReports && { own_reports: candidate.ownReports.inAll }),
    input_tokens: candidate.inputTokens,
    cached_input_tokens: candidate.cachedInputTokens,
    output_tokens: candidate.outputTokens,
    hidden_tokens: candidate.hiddenTokens,
    usd: candidate.usd,
    usd_low: candidate.usdLow,
    usd_high: candidate.usdHigh,
    ...agentTaskWire(candidate),
    seconds: candidate.seconds,
    seconds_source: candidate.secondsSource,
    price_source: candidate.priceSource,
    utility: candidate.utility,
    propensity: candidate.propensity,
    reasons: candidateReasons(candidate, record),
  };
}

const NOTE_WORDS: Readonly<Record<ConversationNote, string>> = {
  harness_text: "Text added by a tool or editor (reminders, environment, instructions) was set aside.",
  template:
    "The request is inside a template, which was set aside; its format instructions count for the length.",
  document: "An attached document was weighed as context, not as the question.",
  encoded_data: "Encoded data (such as base64) was set aside.",
  long_code: "Long code was shortened to its beginning and end.",
  shortened: "A very long turn was shortened to its beginning and end.",
  follow_up: "The last turn follows up on earlier ones, so they were read with it.",
  small_talk: "The last turn is small talk, which says nothing of what the session needs.",
  tool_loop: "A tool call is open; the model that started it should finish it.",
  coding_agent:
    "A coding agent works here: the estimates are of this step, with the demands of agents' work on code mixed in.",
  wide_change:
    "A whole code base is to be changed as one: half of what agents' work on code needs is mixed in.",
  open_problem: "This is an open problem without a known solution, so no model is expected to solve it.",
  unknowable: "The request does not contain what the answer needs, so no model is expected to know it.",
  earlier_turn: "The last user turn holds nothing to route on, so an earlier one was read.",
};

/** A sentence for each thing that was recognised in a conversation or set aside. The demanded length, where there is one, comes last. */
function noteWords(notes: readonly ConversationNote[], demanded: DemandedLength | undefined): string[] {
  const words = notes.map((note) => NOTE_WORDS[note]);
  if (demanded === undefined) return words;
  const { mean, low, high } = demanded;
  return [...words, `An answer of about ${mean} tokens (${low} to ${high}) was asked for.`];
}
