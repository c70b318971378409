// Prices that a replay supposes: those of one model times a factor, whether the request or the catalogue states them.
import type { ModelFacts, ModelPrices, Replay } from "@signalbox/contracts";
import type { CandidateInput } from "@signalbox/engine";

const times = (value: number | undefined, factor: number): number | undefined =>
  value === undefined ? undefined : value * factor;

/** Every price in USD per 1M tokens; thresholds and factors stay. */
const scaled = <T extends object>(prices: T, factor: number): T =>
  Object.fromEntries(
    Object.entries(prices).map(([name, value]: [string, unknown]) => [
      name,
      name.endsWith("UsdPerMTok") && typeof value === "number" ? value * factor : value,
    ]),
  ) as T;

const scaledPrices = ({ tiers, ...prices }: ModelPrices, factor: number): ModelPrices => ({
  ...scaled(prices, factor),
  ...(tiers !== undefined && { tiers: tiers.map((tier) => scaled(tier, factor)) }),
});

/** Undefined without a price to change. Facts are made once a price, because what is fitted to facts is kept by their identity. */
export function repricing(
  price: Replay["price"],
): ((candidates: readonly CandidateInput[]) => readonly CandidateInput[]) | undefined {
  if (price === null) return undefined;
  const { label, factor } = price;
  const made = new WeakMap<ModelFacts, ModelFacts>();
  const factsOf = (facts: ModelFacts | undefined): ModelFacts | undefined => {
    if (facts?.prices === undefined) return facts;
    const known = made.get(facts);
    if (known !== undefined) return known;
    const next = { ...facts, prices: scaledPrices(facts.prices, factor) };
    made.set(facts, next);
    return next;
  };
  return (candidates) =>
    candidates.map((candidate) =>
      candidate.label !== label && candidate.callLabel !== label
        ? candidate
        : {
            ...candidate,
            inputUsdPerMTok: times(candidate.inputUsdPerMTok, factor),
            outputUsdPerMTok: times(candidate.outputUsdPerMTok, factor),
            facts: factsOf(candidate.facts),
          },
    );
}
