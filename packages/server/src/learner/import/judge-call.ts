// One past call seen again: what the service would have picked, and what each candidate would have cost on this very call.
// Expected prices are scaled so that the model that really answered costs what was really paid: the true length of the
// call carries over to the others.
import { SignalboxError, type ModelCatalog, type RankedCandidate, type Tradeoff } from "@signalbox/contracts";
import { plainInput, type CandidateInput, type Engine } from "@signalbox/engine";
import { readMessages, readTools } from "@signalbox/engine/internals";

import { candidateOf, modelKey } from "./past-call.ts";
import type { PastCall } from "./past-call.ts";

export interface JudgeSetting {
  readonly engine: Engine;
  readonly catalog: ModelCatalog;
  readonly candidates: readonly CandidateInput[];
  readonly tradeoff: Tradeoff | undefined;
}

export interface Option {
  /** Predicted. @range 0..1 */
  readonly success: number;
  /** @unit USD on this call; undefined when a price or the payment is unknown */
  readonly usd: number | undefined;
}

export interface JudgedCall {
  readonly loggedKey: string;
  readonly pickedKey: string;
  readonly logged: Option;
  /** Every candidate that could have answered this call, by label. */
  readonly options: ReadonlyMap<string, Option>;
  readonly paidFrom: "log" | "tokens" | "unknown";
}

/** The amount that was paid: as logged, else the billed tokens at catalogue prices. */
function paymentOf(
  call: PastCall,
  candidate: CandidateInput,
): Pick<JudgedCall, "paidFrom"> & { usd: number | undefined } {
  if (call.usd !== undefined) return { usd: call.usd, paidFrom: "log" };
  const { inputUsdPerMTok, outputUsdPerMTok } = candidate.facts?.prices ?? {};
  const { inputTokens, outputTokens } = call;
  if (
    inputUsdPerMTok === undefined ||
    outputUsdPerMTok === undefined ||
    inputTokens === undefined ||
    outputTokens === undefined
  )
    return { usd: undefined, paidFrom: "unknown" };
  const usd = (inputTokens * inputUsdPerMTok + outputTokens * outputUsdPerMTok) / 1e6;
  return { usd, paidFrom: "tokens" };
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
  const { usd: paid, paidFrom } = paymentOf(call, own);
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
    paidFrom,
  };
}
