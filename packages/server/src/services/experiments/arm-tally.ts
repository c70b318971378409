// Counts of one arm. Bounded by the number of decisions that are looked at.
import type { Experiment } from "@signalbox/contracts";
import type { DecisionRow } from "@signalbox/storage";

export interface ArmTally {
  add(row: DecisionRow, reported: number | undefined): void;
  /** One value per judged chain. @range 0..1 */
  chainValues(): Float64Array;
  wire(preferenceId: string): Experiment["arms"]["a"];
}

export function createArmTally(): ArmTally {
  const chains = new Map<string, { sum: number; count: number }>();
  const versions = new Set<number>();
  const spent = { usd: 0, priced: 0 };
  let decisions = 0;
  const chainValues = (): Float64Array =>
    Float64Array.from(
      [...chains.values()].filter(({ count }) => count > 0),
      ({ sum, count }) => sum / count,
    );
  return {
    add: ({ chainId, preferenceVersion, usd }, reported) => {
      decisions += 1;
      if (preferenceVersion !== null) versions.add(preferenceVersion);
      if (usd !== null) {
        spent.usd += usd;
        spent.priced += 1;
      }
      const chain = chains.get(chainId) ?? { sum: 0, count: 0 };
      if (reported !== undefined) {
        chain.sum += reported;
        chain.count += 1;
      }
      chains.set(chainId, chain);
    },
    chainValues,
    wire: (preferenceId) => {
      const values = chainValues();
      return {
        preference_id: preferenceId,
        versions: [...versions].toSorted((a, b) => a - b),
        decisions,
        chains: chains.size,
        judged_chains: values.length,
        success_reported:
          values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length,
        usd_mean: spent.priced === 0 ? null : spent.usd / spent.priced,
      };
    },
  };
}
