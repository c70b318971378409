// Advice on the models that an account offers, from its own traffic or from typical requests. Reads readings alone, keeps nothing,
// and gives way to others between short slices.
import {
  catalogAt,
  invalid,
  SignalboxError,
  type Advice,
  type AdviceRequest,
  type ModelCatalog,
} from "@signalbox/contracts";
import type { Asked } from "@signalbox/engine";
import {
  advise,
  candidateOf,
  readAdviceModels,
  typicalRequests,
  type RosterAdvice,
  type RosterQuestion,
} from "@signalbox/engine/internals";

import type { AccountState } from "../../context/account-state.ts";
import type { ServiceContext } from "../../context/service-context.ts";
import { authorise, type Caller } from "../access/authorise.ts";
import { createGiveWay } from "../give-way.ts";
import { perContext } from "../per-context.ts";
import { toIso } from "../timestamps.ts";
import { readTraffic, type Traffic } from "./traffic-requests.ts";

const RETRY_AFTER_S = 1;
const SEED = 1;

/** The questions that are being answered: at most a whole one and a brief one of each account. */
const atWork = perContext(() => new Set<string>());

/** @throws SignalboxError rate_limited while the account's last question, or those of others, are being answered */
async function alone<T>(context: ServiceContext, question: string, work: () => Promise<T>): Promise<T> {
  const busy = atWork(context);
  const isFull = busy.size >= context.config.limits.adviceInFlightMax;
  if (busy.has(question) || isFull)
    throw new SignalboxError(
      "rate_limited",
      isFull
        ? "As much advice as `limits.adviceInFlightMax` allows is being worked out. Repeat in a few seconds."
        : "Advice for this account is being worked out already. Repeat when it is there.",
      { retryAfterS: RETRY_AFTER_S },
    );
  busy.add(question);
  try {
    return await work();
  } finally {
    busy.delete(question);
  }
}

async function drive(question: RosterQuestion): Promise<RosterAdvice> {
  const steps = advise(question);
  const giveWay = createGiveWay();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const pause = giveWay();
    if (pause !== undefined) await pause;
  }
}

const NO_TRAFFIC = invalid([
  {
    location: "source",
    message: "This account has no decisions that could be decided again.",
    fix: "Leave `source` out and name `models`, or route some requests first.",
  },
]);

const NO_MODELS = invalid([
  {
    location: "models",
    message: "There is no traffic to take the models from.",
    fix: 'Name those that you offer, e.g. `"models": ["openai/gpt-5", "anthropic/claude-sonnet-4.5"]`.',
  },
]);

interface Question {
  readonly context: ServiceContext;
  readonly state: AccountState;
  readonly body: AdviceRequest;
}

async function typicalOf(
  { context, state, body }: Question,
  asked: Partial<Asked> & Pick<Asked, "candidates">,
): Promise<Traffic> {
  const id = body.preference_id ?? state.settings.default_preference_id ?? undefined;
  const preference = id === undefined ? undefined : await context.accounts.preference(state, id);
  const requests = typicalRequests(context.engine.current, {
    ...asked,
    preference,
    learned: preference?.learned ?? state.learned,
    observedLatency: state.observedLatency,
  });
  return { requests: requests.slice(0, body.requests_max), skipped: 0, fromMs: null, toMs: null };
}

async function readRequests(
  question: Question,
  asked: Partial<Asked>,
): Promise<Traffic & { readonly source: "traffic" | "typical" }> {
  const { context, state, body } = question;
  const most = context.config.limits.adviceRequestsMax;
  if (body.source !== "typical") {
    const requestsMax = Math.min(body.requests_max ?? most, most);
    const preferenceId = body.preference_id;
    const traffic = await readTraffic({ context, state, requestsMax, preferenceId, asked });
    if (traffic.requests.length > 0) return { ...traffic, source: "traffic" };
    if (body.source === "traffic") throw NO_TRAFFIC;
  }
  const { candidates } = asked;
  if (candidates === undefined) throw NO_MODELS;
  return { ...(await typicalOf(question, { ...asked, candidates })), source: "typical" };
}

function objectiveOf({ tradeoff, cost_quality_tradeoff: dial }: AdviceRequest): Partial<Asked> {
  if (typeof tradeoff === "string") return { tradeoff, costQualityTradeoff: undefined };
  return typeof dial === "number" ? { tradeoff: undefined, costQualityTradeoff: dial } : {};
}

async function answer(question: Question, catalog: ModelCatalog): Promise<Advice> {
  const { body } = question;
  const { models, change } = readAdviceModels(body, catalog);
  const asked = { ...objectiveOf(body), ...(models === undefined ? {} : { candidates: models }) };
  const { requests, source, skipped, fromMs, toMs } = await readRequests(question, asked);
  const advice = await drive({
    requests,
    catalogue: body.is_brief === true ? [] : catalog.list().map(candidateOf),
    change,
    seed: body.seed ?? SEED,
  });
  return {
    source,
    skipped,
    from: fromMs === null ? null : toIso(fromMs),
    to: toMs === null ? null : toIso(toMs),
    ...advice,
  };
}

/** @throws SignalboxError forbidden, rate_limited, not_found for the preference, validation_failed */
export async function adviseAccount(
  context: ServiceContext,
  caller: Caller,
  body: AdviceRequest = {},
): Promise<Advice> {
  authorise(caller.principal, "advice.read");
  const { accountId } = caller.principal;
  // A page that is loaded again gets its first sight while the rest of the former one is still worked out.
  const question = `${accountId} ${body.is_brief === true ? "brief" : "whole"}`;
  return alone(context, question, async () => {
    const state = await context.accounts.get(accountId);
    const catalog = catalogAt(state.catalog, context.clock.nowMs());
    return answer({ context, state, body }, catalog);
  });
}
