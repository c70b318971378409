// What a request needs: skills by operation and field, and on the ability scale how hard it is and how doubtful that is.
// Where the task was read, its tiers tell; else the network's difficulty does, which in other languages than English says
// little, so that they have a curve of their own, flatter and wider.
import type { ArtefactAbilities } from "@signalbox/contracts";
import { logitOf } from "../../numerics/index.ts";
import type { PromptEncoding } from "../routing-model.ts";
import { createSkillWeights } from "./skill-weights.ts";
import type { TaskReading } from "../../conversation/task-reading.ts";
import type { Need, NeedPart } from "./success-of.ts";

type Read = Pick<PromptEncoding, "field" | "language" | "difficulty" | "task">;
type Point = ArtefactAbilities["difficulty"]["english"][number];

export function createNeedReader(abilities: ArtefactAbilities): (read: Read) => Need {
  const weightsOf = createSkillWeights(abilities.skills);
  return ({ field, language, difficulty, task }) => {
    const weights = weightsOf(task?.field ?? field, task?.operation);
    if (task !== undefined) return { weights, parts: needOfTask(task, abilities) };
    const { ease, english, other } = abilities.difficulty;
    const curve = language === "en" || language === "und" ? english : other;
    return { weights, parts: [{ share: 1, ...interpolate(ease, curve, -logitOf(difficulty)) }] };
  };
}

/**
 * A tier is what people expect; outcomes of unseen sources bear it out in part only. So the need is believed to be that of the
 * tier with some share, and else any that such outcomes have shown.
 */
function needOfTask({ operation, tiers }: TaskReading, abilities: ArtefactAbilities): readonly NeedPart[] {
  const read = needOfTiers(tiers, abilities);
  const { broad, belief } = abilities.tiers;
  if (broad === undefined || belief === undefined) return [{ share: 1, ...read }];
  const share = belief.byOperation[operation] ?? belief.share;
  return [
    { share, ...read },
    { share: 1 - share, ...broad },
  ];
}

/** A model of the tier does it well with this chance; so it is what is asked of the tier's class. */
function needOfTiers(shares: readonly number[], { tiers, slope }: ArtefactAbilities): Point {
  const margin = logitOf(tiers.chance) / slope;
  let mean = 0;
  let square = 0;
  shares.forEach((share, tier) => {
    const need = (tiers.ability[tier] ?? 0) - margin;
    mean += share * need;
    square += share * need * need;
  });
  return { mean, sd: Math.sqrt(Math.max(0, square - mean * mean) + tiers.sd ** 2) };
}

/** The curve at `ease`, level beyond its ends. */
function interpolate(knots: readonly number[], curve: readonly Point[], ease: number): Point {
  const last = curve.length - 1;
  const after = knots.findIndex((knot) => knot >= ease);
  const low = curve[after < 0 ? last : Math.max(0, after - 1)] ?? { mean: 0, sd: 1 };
  const high = curve[after < 0 ? last : after] ?? low;
  const width = (knots[after] ?? 0) - (knots[after - 1] ?? 0);
  const share = after <= 0 || width <= 0 ? 1 : (ease - knots[after - 1]!) / width;
  return { mean: low.mean + share * (high.mean - low.mean), sd: low.sd + share * (high.sd - low.sd) };
}
