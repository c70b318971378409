// Success, tokens, dollars and seconds of every candidate, in absolute units: nothing here depends on which others compete.
import type { Candidate } from "../candidates/candidate.ts";
import { expectedBill, presumedUsd } from "../cost/expected-bill.ts";
import type { Usage } from "../cost/expected-bill.ts";
import { visibleTokensOf } from "../cost/visible-tokens.ts";
import { expectedOutput } from "../cost/expected-output.ts";
import { expectedSeconds, presumedSeconds } from "../cost/expected-seconds.ts";
import { thoughtPlaces } from "../cost/hidden-tokens.ts";
import type { ThoughtPlace } from "../cost/hidden-tokens.ts";
import type { TokenCounter } from "../cost/input-tokens.ts";
import type { AbilityOrigin } from "./estimated.ts";
import { scoreOf, utilityOf } from "../objective/objective.ts";
import type { ObjectiveRecord } from "../objective/objective-record.ts";
import type { PromptEncoding, RoutingModel } from "../model/routing-model.ts";
import { fieldBonus } from "../preference/preference-rules.ts";
import type { RuleBudget } from "../preference/rule-budget.ts";
import type { SessionHorizon } from "../session/session-horizon.ts";
import { cachedTokensOf, sessionUsdOf, writtenTokensOf } from "../session/session-horizon.ts";
import type { Estimated } from "./estimated.ts";
import type { Known, OwnReports } from "../input/decision-input.ts";

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
  const places = thoughtPlaces(context.encoding);
  return context.candidates.map((candidate, i) =>
    estimateOne({ ...context, places }, candidate, successes[i] ?? NOTHING),
  );
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

interface EstimateContext extends EstimateInput {
  readonly places: readonly ThoughtPlace[];
}

function estimateOne(context: EstimateContext, candidate: Candidate, estimate: Success): Estimated {
  const { success, shippedSuccess, spread, isOwn, ownReports } = estimate;
  const { model, known, encoding, objective, horizon } = context;
  const visible = visibleTokensOf(model.estimateOutputTokens(encoding, candidate.abilityInput), encoding);
  const output = expectedOutput(visible, candidate.mode, context.places);
  const inputTokens = context.countTokens(candidate.tokenizer);
  const cachedInputTokens = cachedTokensOf(horizon, candidate.label, inputTokens);
  const writtenInputTokens = writtenTokensOf(horizon, inputTokens, cachedInputTokens);
  const usage: Usage = { inputTokens, cachedInputTokens, writtenInputTokens, output };
  const bill = expectedBill(candidate.prices, usage);
  const sessionUsd = horizon && sessionUsdOf(horizon, { prices: candidate.prices, usage });
  const observed =
    known.observedLatency.get(candidate.label) ?? known.observedLatency.get(candidate.modelId ?? "");
  const latency = expectedSeconds(candidate, output, observed);
  const policy = known.preference?.policy;
  const bonus =
    policy === undefined
      ? 0
      : fieldBonus({ policy, fields: fieldsOf(encoding), budget: context.budget }, candidate);
  const score = scoreOf(objective, { success, spread, bonus });
  const orderUsd = sessionUsd ?? bill.usd ?? presumedUsd(usage);
  const orderSeconds = latency.seconds ?? presumedSeconds(output);
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
    utility: utilityOf(objective, { score, usd: orderUsd, seconds: orderSeconds }),
  };
}
