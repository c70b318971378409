// How far each learner of a router is believed, in words. Weights of logits need not sum to 1, so the parts of the whole and the
// whole are said apart.
import { correctedShareOf, type RouterShares } from "@signalbox/engine/learn";

/** Whole percent that sum to 100: the largest remainders are rounded up. @source Hamilton's method of apportionment */
function toPercent(weights: readonly number[], total: number): number[] {
  const exact = weights.map((weight) => (100 * weight) / total);
  const result = exact.map(Math.floor);
  const missing = 100 - result.reduce((sum, each) => sum + each, 0);
  const byRemainder = exact.map((each, at) => ({ at, rest: each % 1 })).toSorted((a, b) => b.rest - a.rest);
  for (const { at } of byRemainder.slice(0, missing)) result[at] = result[at]! + 1;
  return result;
}

function wordsOfTotal(total: number): string {
  if (Math.abs(total - 1) < 0.005) return "The estimate is their mean on the scale of logits.";
  const direction = total > 1 ? "further from" : "nearer to";
  return `Their mean on the scale of logits is then taken ${total.toFixed(2)} times, ${direction} 50 %, which lost less on held-out rows.`;
}

export function wordsOfShares(shares: RouterShares): string {
  const names = ["shipped estimate", "correction", "likeness of prompts"];
  const weights = [shares.shipped, correctedShareOf(shares), shares.process];
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return "Cross-validation believes none of the learners: every estimate is 50 %.";
  const percent = toPercent(weights, total);
  const parts = names.map((name, at) => `${name} ${percent[at]} %`).join(", ");
  return `Shares chosen by cross-validation: ${parts}. ${wordsOfTotal(total)}`;
}
