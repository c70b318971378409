// The need of a request: skills by operation and field, and on the ability scale how hard it is and how doubtful that is. The tiers
// of the task tell, and what outcomes show of requests like it, as far as it is like them.
import type { ArtefactAbilities } from "@signalbox/contracts";
import { logitOf, sigmoid } from "../numerics/index.ts";
import { agentTaskLength } from "../reader/task/task-reading.ts";
import type { TaskReading } from "../reader/task/task-reading.ts";
import type { PromptEncoding } from "../reader/prompt-encoding.ts";
import { classOfLanguage, LANGUAGE_NEED } from "./language-classes.ts";
import { needInputs, valueOf } from "./need-inputs.ts";
import { createSkillWeights } from "./skill-weights.ts";
import type { Circumstance } from "../reader/conversation/circumstance.ts";
import type { Need, NeedPart } from "./success-of.ts";

type Read = Pick<PromptEncoding, "task" | "features" | "circumstance">;

interface ReadNeed {
  readonly need: Need;
  /** Need of one step of an agent's task; absent elsewhere. */
  readonly step?: Need;
}

export function createNeedReader(abilities: ArtefactAbilities): (read: Read) => ReadNeed {
  const weightsOf = createSkillWeights(abilities.skills);
  return (read) => {
    const { task, circumstance } = read;
    const weights = weightsOf(task);
    const parts = withDoubt(task, needOfTask(read, abilities));
    if (circumstance === undefined) return { need: { weights, parts } };
    const special = NEED_IN[circumstance];
    const share = special.share * (circumstance === "coding_agent" ? agentShareOf(task) : 1);
    if (share === 0) return { need: { weights, parts } };
    const others = parts.map((part) => ({ ...part, share: (1 - share) * part.share }));
    const need = { weights, parts: [...others, { ...special, share }] };
    return circumstance === "coding_agent" ? { need, step: { weights, parts } } : { need };
  };
}

/**
 * Work of a kind that was read with little certainty may need what any public board needs.
 * @source mean and deviation of -offset / slope over the 180 fitted boards with a slope above .3, rounded to the harder side
 */
const ANY_WORK = { mean: 0, sd: 1.5 };
/** An operation with this chance or more counts as read. */
const READ_CHANCE = 0.25;
/** Greetings, capitals and sums of two numbers: every chat model since 2023 does them. The need lies far below all of those. */
const TRIVIAL_WORK = { mean: -5, sd: 0.35 };
/** Chances of the lowest tier from which some of a request counts as trivial, and all of it: everyday work, and what may be a test's. */
const TRIVIAL = { from: 0.4, whole: 0.7 } as const;
const TRIVIAL_TEST = { from: 0.5, whole: 0.8 } as const;
/** An answer below this is trivial even where the request looks like a test's. @unit tokens */
const SHORT_ANSWER = 200;

/** How much of a request is trivial; nothing is in a language that few models know. @range 0..1 */
function trivialShare(
  { tiers: [small = 0], answerLanguage }: TaskReading,
  { from, whole }: { readonly from: number; readonly whole: number },
): number {
  if (answerLanguage !== undefined && classOfLanguage(answerLanguage) !== "other") return 0;
  return Math.min(1, Math.max(0, (small - from) / (whole - from)));
}

/** The needs that people expect and that outcomes show, as far as neither is trivial, and doubt about what is asked at all. */
function withDoubt(task: TaskReading, [expected, shown]: TaskNeed): readonly NeedPart[] {
  const known = Math.min(1, task.operationChance / READ_CHANCE);
  const trivial = trivialShare(task, TRIVIAL);
  const trivialShown = task.tokens.median < SHORT_ANSWER ? trivialShare(task, TRIVIAL_TEST) : 0;
  const trivialPart = expected.share * trivial + (shown?.share ?? 0) * trivialShown;
  return [
    { ...expected, share: known * expected.share * (1 - trivial) },
    ...(shown === undefined ? [] : [{ ...shown, share: known * shown.share * (1 - trivialShown) }]),
    { share: known * trivialPart, ...TRIVIAL_WORK },
    { share: 1 - known, ...ANY_WORK },
  ].filter(({ share }) => share > 0);
}

/** By what people expect, and by what outcomes show. */
type TaskNeed = readonly [expected: NeedPart, shown?: NeedPart];

/** Operations by which an agent works on code. */
const CODE_STEPS: ReadonlySet<string> = new Set(["act", "change_code", "debug", "write_code"]);
const CODE_FIELDS: ReadonlySet<string> = new Set(["software", "data", "infrastructure"]);
/**
 * Agents' boards ask for more than a step's tier, and success there rises steeply: a board's tasks are alike, and a run fails as a whole.
 * What nobody has solved the ablest may come near; what nobody can know none does.
 * @source three quarters of the need of the 22 boards of the skill `agents` (mean 1.42); the slope by two sources of agents' runs and five
 * families of boards, each left out: true gaps between models are 1.4 times the stated ones in the mean, with the need's own slope 1.7
 */
const AGENT_BOARDS: NeedPart = { share: 0.75, mean: 1.4, sd: 0.5, slope: 2 };
const NEED_IN: Readonly<Record<Circumstance, NeedPart>> = {
  coding_agent: AGENT_BOARDS,
  wide_change: AGENT_BOARDS,
  open_problem: { share: 0.97, mean: 4.2, sd: 0.5 },
  unknowable: { share: 0.97, mean: 7, sd: 0.5 },
};

/** Agents' boards count as far as the task is as long as theirs; small talk and titles are no such task. */
function agentShareOf({ operation, field, tiers }: TaskReading): number {
  return CODE_STEPS.has(operation) && CODE_FIELDS.has(field) ? Math.min(1, agentTaskLength(tiers)) : 0;
}

/**
 * A tier is what people expect of everyday work; outcomes show what tests need. So the need is that of the tier, or that which
 * outcomes show, with the chance that the request is like theirs.
 */
function needOfTask(read: Read, { need, tiers }: ArtefactAbilities): TaskNeed {
  const { task } = read;
  const expected = inLanguage(task, needOfTiers(task.tiers, tiers));
  if (need === undefined) return [{ share: 1, ...expected }];
  const inputs = needInputs(read, task);
  // An operation that no outcomes cover resembles none of theirs.
  const most = 1 - (tiers.belief[task.operation] ?? 0);
  const share = Math.min(most, sigmoid(valueOf(need.likeness, inputs)));
  return [
    { share: 1 - share, ...expected },
    { share, mean: valueOf(need.shown, inputs), sd: need.sd },
  ];
}

/** A tier is what the work needs in a language that every model knows; in another the weakest do none of it. */
function inLanguage({ answerLanguage }: TaskReading, need: Omit<NeedPart, "share">) {
  const more = answerLanguage === undefined ? 0 : LANGUAGE_NEED[classOfLanguage(answerLanguage)];
  return more === 0 ? need : { ...need, mean: need.mean + more, least: 0 };
}

/**
 * A model of the tier that everyday work needs does it well with this chance, so an abler one can hardly do it better; a weaker one
 * soon does it worse.
 * @source slopes of 1.2 to 4 and chances of .93 to .993 on every eighth training request of the task atlas
 */
const EVERYDAY_CHANCE = 0.985;
const EVERYDAY_SLOPE = 4;
/**
 * A model far below the class still does that share of such work well enough: most of what is small, nothing of what needs the best.
 * @source with the slope, among thirty settings on half of the held-out requests; see docs/research/abilities.md
 */
const EVERYDAY_LEAST = [0.9, 0.7, 0.3, 0.05, 0] as const;

/** The need that the class of the tier stands for. */
function needOfTiers(shares: readonly number[], tiers: ArtefactAbilities["tiers"]): Omit<NeedPart, "share"> {
  const margin = logitOf(EVERYDAY_CHANCE) / EVERYDAY_SLOPE;
  let [mean, square, least] = [0, 0, 0];
  shares.forEach((share, tier) => {
    const need = (tiers.ability[tier] ?? 0) - margin;
    mean += share * need;
    square += share * need * need;
    least += share * (EVERYDAY_LEAST[tier] ?? 0);
  });
  const sd = Math.sqrt(Math.max(0, square - mean * mean) + tiers.sd ** 2);
  return { mean, sd, slope: EVERYDAY_SLOPE, least };
}
