// Success, tokens, dollars and seconds of every candidate, in absolute units: nothing here depends on which others compete.
import type { Candidate } from "../candidates/candidate.ts";
import { agentTaskBill, agentTaskTokens, usualTaskUsd } from "../cost/agent-task.ts";
import { expectedBill, INPUT_SPREAD, presumedUsd, usualUsdOf } from "../cost/expected-bill.ts";
import type { Usage } from "../cost/expected-bill.ts";
import { visibleTokensOf } from "../cost/visible-tokens.ts";
import { expectedOutput } from "../cost/expected-output.ts";
import { boundOutput, roomOf } from "../cost/output-bound.ts";
import type { ObservedLatency } from "../cost/observed-latency.ts";
import { expectedSeconds, presumedSeconds } from "../cost/expected-seconds.ts";
import { thoughtPlaces } from "../cost/hidden-tokens.ts";
import type { ThoughtPlace } from "../cost/hidden-tokens.ts";
import type { TokenCounter } from "../cost/input-tokens.ts";
import type { AbilityOrigin, Estimated } from "./estimated.ts";
import { hypotOf } from "../numerics/index.ts";
import { scoreOf, utilityOf } from "../objective/objective.ts";
import type { ObjectiveRecord } from "../objective/objective.ts";
import type { OutputTokenEstimate } from "../cost/output-estimate.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import type { RoutingModel } from "../model/load-routing-model.ts";
import type { SuccessEstimate } from "../abilities/ability.ts";
import { fieldBonus } from "../preference/preference-rules.ts";
import type { RuleBudget } from "../preference/rule-budget.ts";
import type { SessionHorizon } from "../session/session-horizon.ts";
import { cachedTokensOf, sessionUsdOf, writtenTokensOf } from "../session/session-horizon.ts";
import { orderedUsd } from "./estimated.ts";
import type { Attachments } from "../reader/conversation/attachments.ts";
import { estimatePartTokens, ownImageTokens, PAGE_SPREAD, pageTokens } from "../tokens/part-tokens.ts";
import type { Known, LearnedEstimate } from "../input/decision-input.ts";

interface EstimateInput {
  readonly model: RoutingModel;
  readonly known: Known;
  readonly candidates: readonly Candidate[];
  readonly encoding: PromptEncoding;
  readonly countTokens: TokenCounter;
  readonly attachments: Attachments | undefined;
  readonly objective: ObjectiveRecord;
  readonly horizon: SessionHorizon | undefined;
  readonly budget: RuleBudget;
  /** The caller's own bound. @unit tokens */
  readonly maxOutputTokens: number | undefined;
}

export function estimateCandidates(input: EstimateInput): Estimated[] {
  const { model, encoding, candidates } = input;
  const abilities = candidates.map(({ ability }) => ability);
  const estimates = model.estimateSuccess(encoding, abilities);
  const context: EstimateContext = {
    ...input,
    estimates,
    learned: learnedOf(input, estimates),
    places: thoughtPlaces(encoding),
    visible: visibleTokensOf(encoding),
    fields: fieldsOf(encoding),
  };
  return candidates.map((candidate, i) => estimateOne(context, candidate, i));
}

function learnedOf(
  { known, candidates, encoding }: EstimateInput,
  estimates: readonly SuccessEstimate[],
): readonly LearnedEstimate[] | undefined {
  if (known.learned === undefined) return undefined;
  const labels = candidates.map(({ label }) => label);
  const modelIds = candidates.map(({ modelId }) => modelId);
  return known.learned.adjust({ encoding, labels, modelIds, estimates });
}

const NOTHING: SuccessEstimate = { success: 0, spread: 0.5 };

/** The fields that a field rule may name. */
function fieldsOf({ field, task }: EstimateInput["encoding"]): readonly string[] {
  return [field.toLowerCase(), task.operation];
}

/** With the inputs that all candidates share. */
interface EstimateContext extends EstimateInput {
  /** In the order of the candidates, as `learned`. */
  readonly estimates: readonly SuccessEstimate[];
  readonly learned: readonly LearnedEstimate[] | undefined;
  readonly places: readonly ThoughtPlace[];
  readonly visible: OutputTokenEstimate;
  readonly fields: readonly string[];
}

function bonusOf({ known, fields, budget }: EstimateContext, candidate: Candidate): number {
  const policy = known.preference?.policy;
  return policy?.field_rules === undefined ? 0 : fieldBonus({ policy, fields, budget }, candidate);
}

function observedOf({ observedLatency }: Known, { label, modelId }: Candidate): ObservedLatency | undefined {
  return observedLatency.get(label) ?? observedLatency.get(modelId ?? "");
}

/** Tokens of the input for one model: its text, its pictures by the model's own rule, and pages that are guessed from bytes. */
function inputOf(
  { countTokens, attachments }: EstimateContext,
  { tokenizer, imageTokens }: Candidate,
): Pick<Usage, "inputTokens" | "ownImageTokens" | "audioTokens" | "inputSpread"> {
  const counted = countTokens(tokenizer);
  if (attachments === undefined) return { inputTokens: counted };
  const own = imageTokens === undefined ? 0 : ownImageTokens(attachments, imageTokens, tokenizer);
  const inputTokens = Math.max(1, counted + own);
  const audioTokens = (attachments.audios ?? 0) * estimatePartTokens({ modality: "audio" }, tokenizer);
  const guessed = pageTokens(attachments.pages, tokenizer) / inputTokens;
  return {
    inputTokens,
    ...(own === 0 ? {} : { ownImageTokens: own }),
    ...(audioTokens === 0 ? {} : { audioTokens }),
    ...(guessed === 0 ? {} : { inputSpread: hypotOf(INPUT_SPREAD, PAGE_SPREAD * Math.min(1, guessed)) }),
  };
}

function estimateOne(context: EstimateContext, candidate: Candidate, i: number): Estimated {
  const shipped = context.estimates[i] ?? NOTHING;
  const own = context.learned?.[i];
  const { known, objective, horizon, encoding } = context;
  const unbounded = expectedOutput(context.visible, candidate.mode, context.places);
  const output = boundOutput(unbounded, context.maxOutputTokens);
  const { spread } = own ?? shipped;
  const success = (own ?? shipped).success * roomOf(unbounded, context.maxOutputTokens);
  const input = inputOf(context, candidate);
  const { inputTokens } = input;
  const cachedInputTokens = cachedTokensOf(horizon, candidate.label, inputTokens);
  const writtenInputTokens = writtenTokensOf(horizon, inputTokens, cachedInputTokens);
  const usage: Usage = { ...input, cachedInputTokens, writtenInputTokens, output };
  const bill = expectedBill(candidate.prices, usage);
  const sessionUsd = horizon && sessionUsdOf(horizon, { prices: candidate.prices, usage });
  const latency = expectedSeconds(candidate, output, observedOf(known, candidate));
  const bonus = bonusOf(context, candidate);
  const score = scoreOf(objective, { success, spread, bonus });
  const task =
    shipped.stepSuccess === undefined
      ? undefined
      : agentTaskBill(candidate.prices, candidate.mode, encoding.task);
  const orderUsd =
    orderedUsd({ bill, sessionUsd, task }) ??
    presumedUsd(inputTokens, output.visibleMean + output.hiddenMean);
  const stepSeconds = latency.seconds ?? presumedSeconds(output);
  const usualSeconds = presumedSeconds({ visibleMean: output.visibleMean, hiddenMean: 0 });
  // As long as its steps of this pace take to write all that the task needs.
  const taskSeconds = (seconds: number, written: number, mode: typeof candidate.mode): number =>
    task === undefined ? seconds : (seconds * agentTaskTokens(mode, encoding.task)) / Math.max(1, written);
  const orderSeconds = taskSeconds(stepSeconds, output.visibleMean + output.hiddenMean, candidate.mode);
  const abilityOrigin: AbilityOrigin = own?.isOwn === true ? "own" : candidate.ability.origin;
  return {
    candidate,
    label: candidate.label,
    success,
    shippedSuccess: shipped.success,
    lead: 0,
    doubt: own?.doubt,
    guard: own?.guard,
    spread,
    requestSpread: hypotOf(shipped.requestSpread ?? 0, own?.learnedSpread ?? 0),
    abilityOrigin,
    ownReports: own?.reports,
    isRowless: own?.isRowless,
    usage,
    bill,
    task,
    stepSuccess: shipped.stepSuccess,
    sessionUsd,
    latency,
    bonus,
    score,
    orderUsd,
    isPriceKnown: bill.usd !== undefined,
    usualUsd: task === undefined ? usualUsdOf(inputTokens, output.visibleMean) : usualTaskUsd(encoding.task),
    orderSeconds,
    usualSeconds: taskSeconds(usualSeconds, output.visibleMean, undefined),
    utility: utilityOf(objective, { score, usd: orderUsd, seconds: orderSeconds }),
  };
}
