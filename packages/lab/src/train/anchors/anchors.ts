// Anchor prompts and the outcomes they stand for: a stated share of good answers, or each model's public score.
import { SCORED_ANCHOR_GROUPS } from "./scored-anchors.data.ts";
import { ANCHOR_GROUPS } from "./anchors.data.ts";
import { EVERYDAY_GROUPS } from "./everyday.data.ts";
import type { AnchorField } from "./anchors.data.ts";
import type { ModelIdentity } from "../../data/identify-models.ts";
import { valueAt } from "../../arrays/value-at.ts";

/** How good answers to an anchor are taken to be. */
export type AnchorLabel =
  | { readonly kind: "chance"; /** @range 0..1 */ readonly chance: number }
  | { readonly kind: "score"; readonly benchmark: string };

export interface Anchor {
  readonly text: string;
  readonly field: AnchorField;
  /** Assumed visible output tokens. */
  readonly outputTokens: number;
  readonly label: AnchorLabel;
}

export const ANCHORS: readonly Anchor[] = [
  ...ANCHOR_GROUPS.flatMap(({ prompts, field, outputTokens, chance }) =>
    prompts.map((text): Anchor => ({ text, field, outputTokens, label: { kind: "chance", chance } })),
  ),
  ...EVERYDAY_GROUPS.flatMap(({ templates, fillings, field, outputTokens, chance }) =>
    fillings.flatMap((filling, turn) =>
      [0, 1].map((step): Anchor => {
        const template = valueAt(templates, (2 * turn + step) % templates.length);
        return {
          text: template.replace("{}", () => filling),
          field,
          outputTokens,
          label: { kind: "chance", chance },
        };
      }),
    ),
  ),
  ...SCORED_ANCHOR_GROUPS.flatMap(({ prompts, field, outputTokens, benchmark }) =>
    prompts.map((text): Anchor => ({ text, field, outputTokens, label: { kind: "score", benchmark } })),
  ),
];

export interface AnchorOutcome {
  /** Source-model. */
  readonly model: number;
  /** @range 0..1 */
  readonly score: number;
}

/** Models drawn for one anchor. */
const MODELS_PER_ANCHOR = 96;

/** Source-models with a public score, one for each identity; which of its sources speaks turns with `turn`. */
function listScored(
  identities: readonly ModelIdentity[],
  scoresOf: (id: string) => Readonly<Record<string, number>>,
  pick: { readonly benchmark: string; readonly turn: number },
): AnchorOutcome[] {
  const byId = new Map<string, number[]>();
  identities.forEach(({ id, isServed }, model) => {
    if (isServed) byId.set(id, [...(byId.get(id) ?? []), model]);
  });
  return [...byId].flatMap(([id, models]) => {
    const score = scoresOf(id)[pick.benchmark];
    return score === undefined ? [] : [{ model: valueAt(models, pick.turn % models.length), score }];
  });
}

function spread(models: readonly number[], turn: number, chance: number): AnchorOutcome[] {
  const count = Math.min(MODELS_PER_ANCHOR, models.length);
  return Array.from({ length: count }, (_, at) => ({
    model: valueAt(models, (turn * 7 + Math.floor((at * models.length) / count)) % models.length),
    score: chance,
  }));
}

/**
 * Outcomes of every anchor over the source-models of a run, in the order of `anchors`.
 * @param scoresOf public scores of a model by benchmark. @range 0..1
 */
export function anchorOutcomes(
  anchors: readonly Anchor[],
  identities: readonly ModelIdentity[],
  scoresOf: (id: string) => Readonly<Record<string, number>>,
): readonly (readonly AnchorOutcome[])[] {
  const served = identities.flatMap((identity, model) => (identity.isServed ? [model] : []));
  const models = served.length > 0 ? served : [0];
  return anchors.map(({ label }, turn) =>
    label.kind === "chance"
      ? spread(models, turn, label.chance)
      : listScored(identities, scoresOf, { benchmark: label.benchmark, turn }),
  );
}
