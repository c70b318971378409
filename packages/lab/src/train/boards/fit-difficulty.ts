// How the network's difficulty of a prompt maps to the ability that it needs: a curve for English, one for other languages,
// fitted on dev prompts (which no member learned from) of all sources alike, and on the everyday anchors.
import type { ArtefactAbilities } from "@signalbox/contracts";
import { createCatalog } from "@signalbox/catalog";
import { readText } from "@signalbox/engine/internals";
import type { RoutingModel } from "@signalbox/engine";
import { logitOf, sigmoid } from "@signalbox/engine/numerics";
import { identifyModel, SPLIT } from "../../data/index.ts";
import type { Dataset } from "../../data/index.ts";
import { ANCHORS } from "../anchors/anchors.ts";
import { floatAt, valueAt, wholeAt } from "../../arrays/value-at.ts";

export interface DifficultyInput {
  readonly dataset: Dataset;
  readonly split: Uint8Array;
  /** Ability by canonical id. */
  readonly abilities: ReadonlyMap<string, number>;
  readonly slope: number;
  readonly model: RoutingModel;
}

interface Sample {
  readonly group: string;
  readonly isEnglish: boolean;
  readonly ease: number;
  readonly need: number;
}

type Curve = ArtefactAbilities["difficulty"]["english"];

const ANCHOR_GROUP = "anchors";
const PROMPTS_MAX = 60;
/** What is needed before any outcome is seen, and how doubtful that is. */
export const NEED = { mean: -0.5, sd: 1.5 } as const;
/** Outcomes of one prompt count as this many at most: they share the prompt's quirks. */
export const OUTCOMES_MAX = 8;
/** The ability that an everyday anchor's chance is stated for: that of a small model. */
const SMALL = -0.7;

export interface AbleOutcome {
  readonly ability: number;
  readonly score: number;
}

/** Most likely need of a prompt given who succeeded at it. */
export function needOf(outcomes: readonly AbleOutcome[], slope: number): number {
  const share = Math.min(1, OUTCOMES_MAX / outcomes.length);
  let need: number = NEED.mean;
  for (let round = 0; round < 25; round += 1) {
    let gradient = (NEED.mean - need) / NEED.sd ** 2;
    let curvature = 1 / NEED.sd ** 2;
    for (const { ability, score } of outcomes) {
      const chance = sigmoid(slope * (ability - need));
      gradient -= share * slope * (score - chance);
      curvature += share * slope * slope * chance * (1 - chance);
    }
    need += Math.min(1, Math.max(-1, gradient / curvature));
  }
  return need;
}

function outcomesByPrompt({ dataset, split, abilities }: DifficultyInput) {
  const catalog = createCatalog();
  const abilityOf = dataset.models.map((model) => abilities.get(identifyModel(model, catalog).id));
  const byPrompt = new Map<number, { ability: number; score: number }[]>();
  const { outcomes } = dataset;
  for (let row = 0; row < outcomes.count; row += 1) {
    const prompt = wholeAt(outcomes.prompt, row);
    const ability = abilityOf[wholeAt(outcomes.model, row)];
    if (split[prompt] !== SPLIT.dev || ability === undefined) continue;
    const held = byPrompt.get(prompt) ?? [];
    held.push({ ability, score: floatAt(outcomes.score, row) });
    byPrompt.set(prompt, held);
  }
  return byPrompt;
}

function readSample(model: RoutingModel, text: string): Pick<Sample, "isEnglish" | "ease"> {
  const { difficulty, language } = model.encode(readText(text));
  return { isEnglish: language === "en" || language === "und", ease: -logitOf(difficulty) };
}

function drawSamples(input: DifficultyInput): readonly Sample[] {
  const { dataset, model, slope } = input;
  const bySource = Map.groupBy(outcomesByPrompt(input), ([prompt]) =>
    wholeAt(dataset.prompts.source, prompt),
  );
  const samples: Sample[] = [];
  for (const [source, prompts] of bySource) {
    const step = Math.max(1, prompts.length / PROMPTS_MAX);
    for (let at = 0; at < prompts.length; at += step) {
      const [prompt, outcomes] = valueAt(prompts, Math.floor(at));
      const need = needOf(outcomes, slope);
      samples.push({
        group: dataset.sources[source] ?? "",
        need,
        ...readSample(model, valueAt(dataset.prompts.text, prompt)),
      });
    }
  }
  for (const { text, label } of ANCHORS)
    if (label.kind === "chance")
      samples.push({
        group: ANCHOR_GROUP,
        need: SMALL - logitOf(label.chance) / slope,
        ...readSample(model, text),
      });
  return samples;
}

/** Where the curve bends; samples within about a bandwidth of a point speak for it. */
const EASE = [-2, -1, 0, 1, 2, 3, 4, 5];
const BANDWIDTH = 0.6;
/** Beside a point without samples the mean of all is worth this many. */
const POOLED = 0.5;

const round = (value: number): number => Math.round(value * 1e4) / 1e4;

/** Local mean and deviation of the need; every group alike, the easier never needing more. */
function fitCurve(samples: readonly Sample[]): Curve {
  const size = new Map<string, number>();
  for (const { group } of samples) size.set(group, (size.get(group) ?? 0) + 1);
  let ceiling = Infinity;
  return EASE.map((ease) => {
    let weight = 0;
    let sum = 0;
    let square = 0;
    for (const each of samples) {
      const near = Math.exp(-0.5 * ((each.ease - ease) / BANDWIDTH) ** 2);
      const share = (near + POOLED / samples.length) * (size.get(each.group) ?? 1) ** -0.5;
      weight += share;
      sum += share * each.need;
      square += share * each.need * each.need;
    }
    const mean = Math.min(ceiling, sum / weight);
    ceiling = mean;
    return { mean: round(mean), sd: round(Math.sqrt(Math.max(0, square / weight - (sum / weight) ** 2))) };
  });
}

/** Mean and deviation of the need over all sources alike; anchors, which are ours, left out. */
function fitBroad(samples: readonly Sample[]): { readonly mean: number; readonly sd: number } {
  const bySource = Map.groupBy(
    samples.filter(({ group }) => group !== ANCHOR_GROUP),
    ({ group }) => group,
  );
  let mean = 0;
  let square = 0;
  for (const own of bySource.values())
    for (const { need } of own) {
      mean += need / own.length / bySource.size;
      square += (need * need) / own.length / bySource.size;
    }
  return { mean: round(mean), sd: round(Math.sqrt(Math.max(0.25, square - mean * mean))) };
}

export interface FittedDifficulty {
  readonly curves: ArtefactAbilities["difficulty"];
  /** The need of a prompt of which nothing was read. */
  readonly broad: { readonly mean: number; readonly sd: number };
}

export function fitDifficulty(input: DifficultyInput): FittedDifficulty {
  const samples = drawSamples(input);
  const other = samples.filter(({ isEnglish }) => !isEnglish);
  const english = fitCurve(samples.filter(({ isEnglish }) => isEnglish));
  return {
    curves: { ease: EASE, english, other: other.length === 0 ? english : fitCurve(other) },
    broad: fitBroad(samples),
  };
}
