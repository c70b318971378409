// Success, tokens, dollars and seconds of every candidate, in absolute units: nothing here depends on which others compete.
import type { Candidate } from "../candidates/candidate.ts";
import { expectedBill, presumedUsd } from "../cost/expected-bill.ts";
import type { Usage } from "../cost/expected-bill.ts";
import { expectedSeconds } from "../cost/expected-seconds.ts";
import type { TokenCounter } from "../cost/input-tokens.ts";
import type { AbilityOrigin } from "./estimated.ts";
import type { ObjectiveRecord } from "../objective/objective-record.ts";
import type { PromptEncoding, RoutingModel } from "../model/routing-model.ts";
import { fieldBonus } from "../preference/preference-rules.ts";
import type { RuleBudget } from "../preference/rule-budget.ts";
import type { SessionHorizon } from "../session/session-horizon.ts";
import { cachedTokensOf, sessionUsdOf, writtenTokensOf } from "../session/session-horizon.ts";
import type { Estimated } from "./estimated.ts";
import type { Known, OwnReports } from "../input/decision-input.ts";

/** Seconds to order by where nothing is known: those of a slow answer, so that the unknown never wins by being unknown. */
const PRESUMED_SECONDS = 60;

export interface EstimateInput {
  readonly model: RoutingModel;
  readonly known: Known;
  readonly candidates: readonly Candidate[];
  readonly encoding: PromptEncoding;
  readonly countTokens: TokenCounter;
  readonly objective: ObjectiveRecord;
  readonly horizon: SessionHorizon | undefined;
  readonly budget: RuleBudget;
}

interface Success {
  readonly success: number;
  readonly shippedSuccess: number;
  readonly spread: number;
  readonly isOwn: boolean;
  readonly ownReports: OwnReports | undefined;
}

export function estimateCandidates(context: EstimateInput): Estimated[] {
  const successes = estimateSuccesses(context);
  return context.candidates.map((candidate, i) => estimateOne(context, candidate, successes[i] ?? NOTHING));
}

const NOTHING: Success = { success: 0, shippedSuccess: 0, spread: 0.5, isOwn: false, ownReports: undefined };

function estimateSuccesses({ model, known, candidates, encoding }: EstimateInput): readonly Success[] {
  const abilities = candidates.map(({ ability }) => ability);
  const estimates = model.estimateSuccess(encoding, abilities);
  const labels = candidates.map(({ label }) => label);
  const modelIds = candidates.map(({ modelId }) => modelId);
  const learned = known.learned?.adjust({ encoding, labels, modelIds, abilities, estimates });
  return estimates.map(({ success, spread }, i) => {
    const own = learned?.[i];
    return {
      success: own?.success ?? success,
      shippedSuccess: success,
      spread: own?.spread ?? spread,
      isOwn: own?.isOwn ?? false,
      ownReports: own?.reports,
    };
  });
}

/** What a field rule may name. */
function fieldsOf({ field, task }: EstimateInput["encoding"]): readonly string[] {
  return task === undefined ? [field.toLowerCase()] : [field.toLowerCase(), task.operation];
}

function estimateOne(context: EstimateInput, candidate: Candidate, estimate: Success): Estimated {
  const { success, shippedSuccess, spread, isOwn, ownReports } = estimate;
  const { model, known, encoding, objective, horizon } = context;
  const output = model.estimateOutputTokens(encoding, candidate.abilityInput);
  const inputTokens = context.countTokens(candidate.tokenizer);
  const cachedInputTokens = cachedTokensOf(horizon, candidate.label, inputTokens);
  const writtenInputTokens = writtenTokensOf(horizon, inputTokens, cachedInputTokens);
  const usage: Usage = { inputTokens, cachedInputTokens, writtenInputTokens, output };
  const bill = expectedBill(candidate.prices, usage);
  const sessionUsd = horizon && sessionUsdOf(horizon, { prices: candidate.prices, usage });
  const observed =
    known.observedLatency.get(candidate.label) ?? known.observedLatency.get(candidate.modelId ?? "");
  const latency = expectedSeconds(candidate, output.visibleMean + output.hiddenMean, observed);
  const policy = known.preference?.policy;
  const bonus =
    policy === undefined
      ? 0
      : fieldBonus({ policy, fields: fieldsOf(encoding), budget: context.budget }, candidate);
  const score = success - objective.riskWeight * spread + bonus;
  const orderUsd = sessionUsd ?? bill.usd ?? presumedUsd(usage);
  const orderSeconds = latency.seconds ?? PRESUMED_SECONDS;
  const abilityOrigin: AbilityOrigin = isOwn ? "own" : candidate.ability.origin;
  return {
    candidate,
    label: candidate.label,
    success,
    shippedSuccess,
    spread,
    abilityOrigin,
    ownReports,
    usage,
    bill,
    sessionUsd,
    latency,
    bonus,
    score,
    orderUsd,
    isPriceKnown: bill.usd !== undefined,
    orderSeconds,
    utility: score - objective.usdWeight * orderUsd - objective.secondsWeight * orderSeconds,
  };
}
