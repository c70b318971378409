// Names under which hosts know classes of models, and which of the engine's classes each stands for: a label takes all
// classes up to its own that no weaker label takes, and the strongest label that is offered takes the rest.
import type { TaskReading } from "@signalbox/engine/internals";

/** Place of a class in `TIERS` of the engine, the weakest first. */
type Class = 0 | 1 | 2 | 3 | 4;
type Ladder = Readonly<Record<string, Class>>;

export const TIER_LADDERS: readonly Ladder[] = [
  { SIMPLE: 0, MEDIUM: 1, COMPLEX: 2, REASONING: 4 },
  { cheap: 0, standard: 1, premium: 2, deep: 4 },
  { small: 0, mid: 1, strong: 2, frontier: 3, "frontier with long thought": 4 },
  { weak: 1, strong: 4 },
  { efficient: 1, capable: 4 },
  { small: 1, large: 4 },
  { small: 0, medium: 1, large: 4 },
  { low: 0, medium: 1, high: 4 },
  { easy: 0, medium: 1, hard: 4 },
  { simple: 1, complex: 4 },
];

const byLowerCase = TIER_LADDERS.map(
  (ladder) => new Map(Object.entries(ladder).map(([name, topClass]) => [name.toLowerCase(), topClass])),
);

/** The class of each label, in the order of the labels; undefined where no ladder has all of them once. */
export function classesOf(labels: readonly string[]): readonly Class[] | undefined {
  const names = labels.map((label) => label.trim().toLowerCase());
  if (new Set(names).size < names.length) return undefined;
  const ladder = byLowerCase.find((each) => names.every((name) => each.has(name)));
  return ladder && names.flatMap((name) => ladder.get(name) ?? []);
}

/** Probability of each label that it is the weakest tier that does the task well. */
export function tierChances(classes: readonly Class[], { tiers }: Pick<TaskReading, "tiers">): number[] {
  const ascending = [...classes].toSorted((a, b) => a - b);
  const strongest = ascending.at(-1);
  const chances = classes.map(() => 0);
  for (const [tier, chance] of tiers.entries()) {
    const taken = ascending.find((each) => tier <= each) ?? strongest;
    const at = classes.findIndex((each) => each === taken);
    chances[at] = (chances[at] ?? 0) + chance;
  }
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  return chances.map((chance) => chance / total);
}
