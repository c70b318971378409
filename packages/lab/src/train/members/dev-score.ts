// How good a member is on the dev prompts: mean log loss and mean AUC over the sources.
import { PROMPT_TOKENS_MAX, dot } from "@signalbox/engine/internals";
import { computeAuc } from "@signalbox/engine/numerics";
import { createPass, runForward } from "./forward.ts";
import type { MemberParameters, MemberShape } from "./member.ts";
import type { TrainingSet } from "./training-set.ts";
import { floatAt, wholeAt } from "../../arrays/value-at.ts";

export interface DevScore {
  /** Mean over sources of the mean log loss. */
  readonly loss: number;
  /** Mean over sources. */
  readonly auc: number;
  readonly aucOfSource: Readonly<Record<number, number>>;
}

/** Theta of every source-model: shared plus own part. @shape modelCount x (abilitySize + 1) */
export function combineTheta(set: TrainingSet, shape: MemberShape, member: MemberParameters): Float32Array {
  const columns = shape.abilitySize + 1;
  return Float32Array.from(member.own, (own, at) => {
    const canonical = set.canonicalOf[Math.floor(at / columns)] ?? 0;
    return own + floatAt(member.shared, canonical * columns + (at % columns));
  });
}

/** Logits of all outcomes of `rows`, in order of rows and then of outcomes. */
export function predictLogits(
  set: TrainingSet,
  shape: MemberShape,
  member: MemberParameters,
  rows: Int32Array,
): Float32Array {
  const columns = shape.abilitySize + 1;
  const theta = combineTheta(set, shape, member);
  const pass = createPass(shape, PROMPT_TOKENS_MAX);
  const context = { shape, member, features: set.features };
  const logits: number[] = [];
  for (const row of rows) {
    runForward(context, row, pass);
    const to = set.outcomes.offsets[row + 1] ?? 0;
    for (let index = set.outcomes.offsets[row] ?? 0; index < to; index += 1) {
      const at = wholeAt(set.outcomes.model, index) * columns;
      logits.push(
        dot(pass.heads, 0, theta, at, shape.abilitySize) +
          floatAt(theta, at + shape.abilitySize) -
          floatAt(pass.heads, shape.abilitySize),
      );
    }
  }
  return Float32Array.from(logits);
}

/** Sources' losses and AUCs of given logits over the outcomes of `rows`. */
export function scoreLogits(set: TrainingSet, rows: Int32Array, logits: Float32Array): DevScore {
  const bySource = new Map<number, { logits: number[]; scores: number[]; loss: number }>();
  let at = 0;
  for (const row of rows) {
    const source = set.sourceOf[row] ?? 0;
    const entry = bySource.get(source) ?? { logits: [], scores: [], loss: 0 };
    bySource.set(source, entry);
    const to = set.outcomes.offsets[row + 1] ?? 0;
    for (let index = set.outcomes.offsets[row] ?? 0; index < to; index += 1) {
      const score = floatAt(set.outcomes.score, index);
      const logit = floatAt(logits, at);
      entry.logits.push(logit);
      entry.scores.push(score);
      entry.loss += Math.log1p(Math.exp(-Math.abs(logit))) + Math.max(logit, 0) - score * logit;
      at += 1;
    }
  }
  const aucOfSource: Record<number, number> = {};
  let loss = 0;
  for (const [source, entry] of bySource) {
    loss += entry.loss / Math.max(1, entry.logits.length) / bySource.size;
    aucOfSource[source] = computeAuc({ predicted: entry.logits, observed: entry.scores });
  }
  const areas = Object.values(aucOfSource).filter((area) => Number.isFinite(area));
  const auc = areas.reduce((sum, area) => sum + area, 0) / Math.max(1, areas.length);
  return { loss, auc, aucOfSource };
}

export function scoreMember(set: TrainingSet, shape: MemberShape, member: MemberParameters): DevScore {
  return scoreLogits(set, set.devRows, predictLogits(set, shape, member, set.devRows));
}
