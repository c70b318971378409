// Ways of picking that never read the prompt: a standing of every model, the highest of a set is picked.
import type { ServedSource } from "./served-source.ts";
import type { CalledModel } from "../../data/called-model.ts";
import { valueAt } from "../../arrays/value-at.ts";

/** One a model; NaN = unknown, which comes last. */
export type Standing = Float64Array;

const ROUNDS = 20;

/**
 * Means in hindsight. Models answered partly different prompts, so each prompt's own ease is taken out: scores are fitted as
 * ease of the prompt plus strength of the model.
 */
export function standInHindsight({ texts, models, scores }: ServedSource): Standing {
  const columns = models.length;
  const ease = new Float64Array(texts.length);
  const strength = new Float64Array(columns);
  for (let round = 0; round < ROUNDS; round += 1) {
    fitMeans(scores, { columns, into: ease, other: strength, isRow: true });
    fitMeans(scores, { columns, into: strength, other: ease, isRow: false });
  }
  return strength;
}

interface Side {
  readonly columns: number;
  readonly into: Float64Array;
  readonly other: Float64Array;
  readonly isRow: boolean;
}

function fitMeans(scores: Float32Array, { columns, into, other, isRow }: Side): void {
  const counts = new Float64Array(into.length);
  into.fill(0);
  for (let i = 0; i < scores.length; i += 1) {
    const score = valueAt(scores, i);
    if (Number.isNaN(score)) continue;
    const [row, column] = [Math.floor(i / columns), i % columns];
    const at = isRow ? row : column;
    into[at] = valueAt(into, at) + score - valueAt(other, isRow ? column : row);
    counts[at] = valueAt(counts, at) + 1;
  }
  for (let at = 0; at < into.length; at += 1)
    into[at] = counts[at] === 0 ? 0 : valueAt(into, at) / valueAt(counts, at);
}

/** List price of a token, three of input to one of output, as price pages blend it. */
export function listPriceOf({ facts }: CalledModel): number {
  const { inputUsdPerMTok, outputUsdPerMTok } = facts?.prices ?? {};
  if (inputUsdPerMTok === undefined || outputUsdPerMTok === undefined) return Number.NaN;
  return (3 * inputUsdPerMTok + outputUsdPerMTok) / 4;
}
