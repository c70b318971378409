// One past call seen again: what the service would have picked, and what each candidate would have cost on this very call.
// Expected prices are scaled so that the model that really answered costs what was really paid: the true length of the
// call carries over to the others.
import { SignalboxError, type ModelCatalog, type RankedCandidate, type Tradeoff } from "@signalbox/contracts";
import { plainInput, type CandidateInput, type Engine } from "@signalbox/engine";
import { candidatePricesOf, expectedBill, readMessages, readTools } from "@signalbox/engine/internals";

import { candidateOf, modelKey } from "./past-call.ts";
import type { PastCall } from "./past-call.ts";

export interface JudgeSetting {
  readonly engine: Engine;
  readonly catalog: ModelCatalog;
  readonly candidates: readonly CandidateInput[];
  readonly tradeoff: Tradeoff | undefined;
}

export interface Option {
  /** Predicted; undefined where no text was kept. @range 0..1 */
  readonly success: number | undefined;
  /** @unit USD on this call; undefined when a price or the payment is unknown */
  readonly usd: number | undefined;
}

export interface JudgedCall {
  readonly loggedKey: string;
  /** Undefined where no text was kept to decide by. */
  readonly pickedKey: string | undefined;
  readonly logged: Option;
  /** Every candidate that could have answered this call, by label. */
  readonly options: ReadonlyMap<string, Option>;
  /** @unit USD */
  readonly paid: number | undefined;
  readonly paidFrom: "log" | "tokens" | "unknown";
}

/** Dollars of a call's own tokens at list prices; undefined where a price or a number is unknown. @unit USD */
function usdOfTokens(call: PastCall, facts: CandidateInput["facts"]): number | undefined {
  const { inputTokens, outputTokens, cachedTokens = 0, cacheWriteTokens = 0 } = call;
  const { cacheWriteHourTokens = 0 } = call;
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  const output = { visibleMean: outputTokens, hiddenMean: 0, low: outputTokens, high: outputTokens };
  const prices = candidatePricesOf({ facts, inputUsdPerMTok: undefined, outputUsdPerMTok: undefined });
  const held = { inputTokens, cachedInputTokens: cachedTokens, writtenInputTokens: cacheWriteTokens, output };
  const { cacheWrite1hUsdPerMTok: hour, cacheWriteUsdPerMTok: short } = facts?.prices ?? {};
  const hourUsd =
    hour === undefined || short === undefined ? 0 : (cacheWriteHourTokens * (hour - short)) / 1e6;
  const { usd } = expectedBill(prices, held);
  return usd === undefined ? undefined : usd + hourUsd;
}

/** The amount that was paid: as logged, else the billed tokens at list prices. */
function paymentOf(call: PastCall, facts: CandidateInput["facts"]): Pick<JudgedCall, "paidFrom" | "paid"> {
  if (call.usd !== undefined) return { paid: call.usd, paidFrom: "log" };
  const paid = usdOfTokens(call, facts);
  return { paid, paidFrom: paid === undefined ? "unknown" : "tokens" };
}

function toolsOf(call: PastCall): ReturnType<typeof readTools> {
  try {
    return readTools(call.tools);
  } catch (error) {
    // Tools in a form of the logging system's own change the estimate little; the call itself stays comparable.
    if (error instanceof SignalboxError) return [];
    throw error;
  }
}

/** @throws SignalboxError validation_failed when the conversation cannot be read */
export function judgeCall(setting: JudgeSetting, call: PastCall): JudgedCall {
  const { engine, catalog, candidates, tradeoff } = setting;
  const messages = readMessages(call.messages);
  const tools = toolsOf(call);
  const decide = (among: readonly CandidateInput[]) =>
    engine.decide(
      plainInput({
        messages,
        tools,
        candidates: among,
        tradeoff,
      }),
    );
  const decision = decide(candidates);
  const { ranking } = decision.record;
  const loggedKey = modelKey(call, catalog);
  const own = candidateOf(call, catalog);
  const find = (among: typeof ranking) => among.find((candidate) => candidate.label === loggedKey);
  const logged = find(ranking) ?? find(decide([own]).record.ranking);
  const payment = paymentOf(call, own.facts);
  const { paid } = payment;
  const expected = logged?.usd ?? 0;
  const scale = paid === undefined || expected <= 0 ? undefined : paid / expected;
  const optionOf = ({ success, usd }: Pick<RankedCandidate, "success" | "usd">): Option => ({
    success,
    usd: scale === undefined || usd === null ? undefined : usd * scale,
  });
  return {
    loggedKey,
    pickedKey: decision.label,
    logged: { success: logged?.success ?? 0, usd: scale === undefined ? undefined : paid },
    options: new Map(ranking.map((candidate) => [candidate.label, optionOf(candidate)])),
    ...payment,
  };
}

/** A call whose text the log did not keep: what its tokens would have cost with each candidate. */
export function judgeTokens({ catalog, candidates }: JudgeSetting, call: PastCall): JudgedCall {
  const own = candidateOf(call, catalog);
  const payment = paymentOf(call, own.facts);
  const listed = usdOfTokens(call, own.facts);
  const scale =
    payment.paid === undefined || listed === undefined || listed === 0 ? undefined : payment.paid / listed;
  const optionOf = ({ facts }: CandidateInput): Option => {
    const usd = usdOfTokens(call, facts);
    return { success: undefined, usd: scale === undefined || usd === undefined ? undefined : usd * scale };
  };
  return {
    loggedKey: modelKey(call, catalog),
    pickedKey: undefined,
    logged: { success: undefined, usd: payment.paid },
    options: new Map(candidates.map((candidate) => [candidate.label, optionOf(candidate)])),
    ...payment,
  };
}
