// The models of a run: identity, what they are, and the outcomes that speak for each.
import { SPLIT } from "../../data/index.ts";
import type { Dataset } from "../../data/index.ts";
import type { TrainingSet } from "../members/training-set.ts";
import { floatAt, wholeAt } from "../../arrays/value-at.ts";

export interface ModelOutcomes {
  readonly id: string;
  readonly isServed: boolean;
  readonly sources: readonly string[];
  /** Prompt rows and scores of all training outcomes. */
  readonly rows: Int32Array;
  readonly scores: Float32Array;
  /** Source of each outcome. */
  readonly sourceOf: Int32Array;
  /** Anchor outcomes: assumed or published, so no source's yardstick bends them. */
  readonly anchors: { readonly rows: Int32Array; readonly scores: Float32Array };
}

export interface IdentityTable {
  /** Unique ids in order of first sight. */
  readonly ids: readonly string[];
  readonly isServed: readonly boolean[];
}

interface AnchorAnswer {
  readonly row: number;
  readonly score: number;
}

/** Outcomes of the anchor prompts, which come after those of the data set, by identity. */
function collectAnchors(set: TrainingSet, firstRow: number): ReadonlyMap<number, readonly AnchorAnswer[]> {
  const { outcomes, canonicalOf, features } = set;
  const found = new Map<number, AnchorAnswer[]>();
  for (let row = firstRow; row < features.count; row += 1)
    for (let index = wholeAt(outcomes.offsets, row); index < wholeAt(outcomes.offsets, row + 1); index += 1) {
      const identity = wholeAt(canonicalOf, wholeAt(outcomes.model, index));
      const answers = found.get(identity) ?? [];
      answers.push({ row, score: floatAt(outcomes.score, index) });
      found.set(identity, answers);
    }
  return found;
}

function joinAnchors(answers: readonly AnchorAnswer[]): ModelOutcomes["anchors"] {
  return {
    rows: Int32Array.from(answers, ({ row }) => row),
    scores: Float32Array.from(answers, ({ score }) => score),
  };
}

/** Training outcomes by identity. Prompts of other splits are never touched. */
export function collectOutcomes(
  dataset: Dataset,
  split: Uint8Array,
  set: TrainingSet,
  identities: IdentityTable,
): readonly ModelOutcomes[] {
  const rows: number[][] = identities.ids.map(() => []);
  const scores: number[][] = identities.ids.map(() => []);
  const sources = identities.ids.map(() => new Set<string>());
  const sourceOf: number[][] = identities.ids.map(() => []);
  const { outcomes, prompts } = dataset;
  for (let index = 0; index < outcomes.count; index += 1) {
    const row = wholeAt(outcomes.prompt, index);
    if (split[row] !== SPLIT.train) continue;
    const identity = wholeAt(set.canonicalOf, wholeAt(outcomes.model, index));
    rows[identity]?.push(row);
    scores[identity]?.push(floatAt(outcomes.score, index));
    sourceOf[identity]?.push(wholeAt(prompts.source, row));
    sources[identity]?.add(dataset.sources[wholeAt(prompts.source, row)] ?? "");
  }
  const anchors = collectAnchors(set, prompts.count);
  return identities.ids.map((id, identity) => ({
    id,
    isServed: identities.isServed[identity] ?? false,
    sources: [...(sources[identity] ?? [])],
    rows: Int32Array.from(rows[identity] ?? []),
    scores: Float32Array.from(scores[identity] ?? []),
    sourceOf: Int32Array.from(sourceOf[identity] ?? []),
    anchors: joinAnchors(anchors.get(identity) ?? []),
  }));
}
