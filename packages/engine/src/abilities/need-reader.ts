// What a request needs: skills by operation and field, and on the ability scale how hard it is and how doubtful that is. The tiers
// of the task tell, and what outcomes show of requests like it, as far as it is like them.
import type { ArtefactAbilities } from "@signalbox/contracts";
import { logitOf, sigmoid } from "../numerics/index.ts";
import type { TaskReading } from "../reader/task/task-reading.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import { classOfLanguage, LANGUAGE_NEED } from "./language-classes.ts";
import { needInputs, valueOf } from "./need-inputs.ts";
import { createSkillWeights } from "./skill-weights.ts";
import type { Circumstance } from "../reader/conversation/circumstance.ts";
import type { Need, NeedPart } from "./success-of.ts";

type Read = Pick<PromptEncoding, "task" | "features" | "circumstance">;

export function createNeedReader(abilities: ArtefactAbilities): (read: Read) => Need {
  const weightsOf = createSkillWeights(abilities.skills);
  return (read) => {
    const { task, circumstance } = read;
    const parts = withDoubt(task, needOfTask(read, abilities));
    return {
      weights: weightsOf(task),
      parts: withCircumstance(circumstance, task, parts),
    };
  };
}

/**
 * Work of a kind that was read with little certainty may need what any public board needs.
 * @source mean and deviation of -offset / slope over the 180 fitted boards with a slope above .3, rounded to the harder side
 */
const ANY_WORK = { mean: 0, sd: 1.5 };
/** An operation with this chance or more counts as read. */
const READ_CHANCE = 0.5;
/** Greetings, capitals and sums of two numbers: every chat model since 2023 does them. The need lies far below all of those. */
const TRIVIAL_WORK = { mean: -5, sd: 0.35 };
/** Chances of the lowest tier from which some of a request counts as trivial, and all of it. */
const TRIVIAL_FROM = 0.4;
const TRIVIAL_WHOLE = 0.7;

function withDoubt({ operationChance, tiers }: TaskReading, parts: readonly NeedPart[]): readonly NeedPart[] {
  const unknown = Math.max(0, 1 - operationChance / READ_CHANCE);
  const lowest = ((tiers[0] ?? 0) - TRIVIAL_FROM) / (TRIVIAL_WHOLE - TRIVIAL_FROM);
  const trivial = (1 - unknown) * Math.min(1, Math.max(0, lowest));
  if (unknown === 0 && trivial === 0) return parts;
  const others = 1 - unknown - trivial;
  return [
    ...parts.map((part) => ({ ...part, share: others * part.share })),
    { share: unknown, ...ANY_WORK },
    { share: trivial, ...TRIVIAL_WORK },
  ].filter(({ share }) => share > 0);
}

/** Operations by which an agent works on code. */
const CODE_STEPS: ReadonlySet<string> = new Set(["act", "change_code", "debug", "write_code"]);
const CODE_FIELDS: ReadonlySet<string> = new Set(["software", "data", "infrastructure"]);
/**
 * Agents' boards ask for more than a step's tier. What nobody has solved the ablest may come near; what nobody can know none does.
 * @source coding_agent: half of the need of the 22 boards of the skill `agents` (mean 1.42, deviation .96)
 */
const NEED_IN: Readonly<Record<Circumstance, NeedPart>> = {
  coding_agent: { share: 0.5, mean: 1.4, sd: 1 },
  open_problem: { share: 0.97, mean: 4.2, sd: 0.5 },
  unknowable: { share: 0.97, mean: 7, sd: 0.5 },
};

function withCircumstance(
  circumstance: Circumstance | undefined,
  { operation, field, tiers: [small = 0, mid = 0] }: TaskReading,
  parts: readonly NeedPart[],
): readonly NeedPart[] {
  if (circumstance === undefined) return parts;
  const special = NEED_IN[circumstance];
  let { share } = special;
  if (circumstance === "coding_agent") {
    // An agent's small talk, titles and easy steps are as easy as anybody's.
    if (!CODE_STEPS.has(operation) || !CODE_FIELDS.has(field)) return parts;
    share *= Math.max(0, 1 - small - mid / 2);
  }
  return [...parts.map((part) => ({ ...part, share: (1 - share) * part.share })), { ...special, share }];
}

/**
 * A tier is what people expect of everyday work; outcomes show what tests need. So the need is that of the tier, or that which
 * outcomes show, with the chance that the request is like theirs.
 */
function needOfTask(read: Read, { need, tiers, slope }: ArtefactAbilities): readonly NeedPart[] {
  const { task } = read;
  const expected = inLanguage(task, needOfTiers(task.tiers, { tiers, slope }));
  if (need === undefined) return [{ share: 1, ...expected }];
  const inputs = needInputs(read, task);
  // Of an operation that no outcomes cover, none can be like theirs.
  const most = 1 - (tiers.belief[task.operation] ?? 0);
  const share = Math.min(most, sigmoid(valueOf(need.likeness, inputs)));
  return [
    { share: 1 - share, ...expected },
    { share, mean: valueOf(need.shown, inputs), sd: need.sd },
  ];
}

/** A tier is what the work needs in a language that every model knows. */
function inLanguage({ answerLanguage }: TaskReading, need: Pick<NeedPart, "mean" | "sd">) {
  if (answerLanguage === undefined) return need;
  return { ...need, mean: need.mean + LANGUAGE_NEED[classOfLanguage(answerLanguage)] };
}

/** A model of the tier does it well with this chance; so it is what is asked of the tier's class. */
function needOfTiers(
  shares: readonly number[],
  { tiers, slope }: Pick<ArtefactAbilities, "tiers" | "slope">,
): Pick<NeedPart, "mean" | "sd"> {
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
