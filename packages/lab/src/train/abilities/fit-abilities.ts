// Places every model on the latent axes. First the atlas is fitted on what is known of models, with a prior for
// each; then every model with outcomes gets the maximum of its own likelihood under that prior; then once more.
import {
  ATLAS_FACTS,
  conditionFactors,
  predictColumn,
  type AtlasParameters,
} from "@signalbox/engine/internals";
import { medianOf } from "@signalbox/engine/numerics";
import { buildTable, listBenchmarks, openFrame } from "./ability-table.ts";
import type { AbilityPlan, Frame } from "./ability-table.ts";
import { fitAtlas, placingColumns } from "./fit-atlas.ts";
import type { AtlasTable } from "./fit-atlas.ts";
import { refitAbility } from "./refit-abilities.ts";
import type { AbilityFit } from "./refit-abilities.ts";
import { addAt, floatAt, valueAt } from "../../arrays/value-at.ts";

export interface FittedAbilities {
  /** Atlas over [theta | benchmarks | facts], as the artefact holds it. */
  readonly atlas: AtlasParameters;
  readonly benchmarks: readonly string[];
  /** @shape models x loadingCount */
  readonly theta: Float32Array;
  readonly thetaSd: Float32Array;
  /** Theta of a middling model. @shape loadingCount */
  readonly middling: Float32Array;
}

/** Prior deviations are at least this, so that outcomes are always heard. */
const PRIOR_SD_MIN = 0.15;
const ATLAS_ITERATIONS = 60;
const ROUNDS = 3;
/** How far a source's yardstick may differ for one model from what it is for all. @unit logit */
const OFFSET_SD = 0.35;
/** With one source alone, nothing but the prior tells a model's level from the source's yardstick. */
const OFFSET_SD_ALONE = 0.7;
/** Beyond this distance from the source's mean, a model's offset is held to be odd and costs it little. */
const OFFSET_ODD = 1.2;
const OFFSET_SD_ODD = 3;
const OFFSET_PRIOR_MODELS = 3;
/** Outcomes of one benchmark err alike, so each is worth less than an independent answer. */
const OUTCOME_WEIGHT = 0.3;
/** Anchors, which speak for whole kinds of requests, count about as one answer each. */
const ANCHOR_REPEATS = 3;

interface Prior {
  readonly mean: Float32Array;
  readonly deviation: Float32Array;
}

function priorOf(atlas: AtlasParameters, table: AtlasTable, row: number, loadingCount: number): Prior {
  const { columns, values } = placingColumns(table, row);
  const posterior = conditionFactors(atlas, columns, values);
  const mean = new Float32Array(loadingCount);
  const deviation = new Float32Array(loadingCount);
  for (let column = 0; column < loadingCount; column += 1) {
    const found = predictColumn(atlas, posterior, column);
    mean[column] = found.mean;
    deviation[column] = Math.max(PRIOR_SD_MIN, Math.sqrt(found.variance));
  }
  mean[loadingCount - 1] = 1;
  deviation[loadingCount - 1] = 1e-3;
  return { mean, deviation };
}

/** Keeps the columns that serving needs: abilities, benchmarks and facts, without the probes. */
function trimAtlas(atlas: AtlasParameters, columns: number, loadingCount: number): AtlasParameters {
  const { factorSize } = atlas;
  const mean = atlas.mean.slice(0, columns);
  const noise = atlas.noise.slice(0, columns);
  const weights = atlas.weights.slice(0, columns * factorSize);
  mean[loadingCount - 1] = 1;
  noise[loadingCount - 1] = 1e-12;
  weights.fill(0, (loadingCount - 1) * factorSize, loadingCount * factorSize);
  return { factorSize, mean, noise, weights };
}

function broadPrior(loadingCount: number, startTheta: Float32Array): Prior {
  const mean = Float32Array.from(startTheta);
  mean[loadingCount - 1] = 1;
  return { mean, deviation: new Float32Array(loadingCount).fill(0.5) };
}

/** What one round hands to the next. */
interface Start {
  readonly priors: readonly Prior[];
  /** Mean offset of each source. */
  readonly offsets: Float64Array;
  /** What the round before found, model by model; empty in the first. */
  readonly fits: readonly SourceFit[];
}

interface Round extends Start {
  readonly atlas: AtlasParameters;
  /** @shape models x loadingCount */
  readonly theta: Float32Array;
  readonly thetaSd: Float32Array;
}

/** One source graded more strictly than another: its mean offset over models, shrunk as if three showed none. */
function meanOffsets(fits: readonly SourceFit[], sourceCount: number): Float64Array {
  const sums = new Float64Array(sourceCount);
  const counts = new Float64Array(sourceCount).fill(OFFSET_PRIOR_MODELS);
  for (const { sources, offsets } of fits)
    sources.forEach((source, index) => {
      addAt(sums, source, floatAt(offsets, index));
      addAt(counts, source, 1);
    });
  return sums.map((sum, source) => sum / floatAt(counts, source));
}

interface SourceFit {
  readonly sources: readonly number[];
  readonly offsets: Float64Array;
}

/** A model that one source graded by another yardstick (a harness that failed it, say) is not judged by its level there. */
function offsetDeviation(means: Float64Array, before: SourceFit | undefined, source: number): number {
  if (before === undefined) return OFFSET_SD;
  if (before.sources.length === 1) return OFFSET_SD_ALONE;
  const offset = before.offsets[before.sources.indexOf(source)] ?? 0;
  return Math.abs(offset - floatAt(means, source)) > OFFSET_ODD ? OFFSET_SD_ODD : OFFSET_SD;
}

function repeat(values: ArrayLike<number>): number[] {
  return Array.from({ length: ANCHOR_REPEATS }, () => Array.from(values)).flat();
}

function fitModel(plan: AbilityPlan, model: number, start: Start): AbilityFit & SourceFit {
  const { loadings, loadingCount } = plan.encoded;
  const { rows, scores, sourceOf, anchors } = valueAt(plan.models, model);
  const prior = valueAt(start.priors, model);
  const sources = [...new Set(sourceOf)];
  const fit = refitAbility({
    loadings,
    loadingCount,
    rows: [...rows, ...repeat(anchors.rows)],
    scores: [...scores, ...repeat(anchors.scores)],
    weight: OUTCOME_WEIGHT,
    priorMean: prior.mean,
    priorDeviation: prior.deviation,
    offsets: {
      sourceOf: [
        ...Array.from(sourceOf, (source) => sources.indexOf(source)),
        ...repeat(anchors.rows).map(() => -1),
      ],
      mean: sources.map((source) => floatAt(start.offsets, source)),
      deviation: sources.map((source) => offsetDeviation(start.offsets, start.fits[model], source)),
    },
  });
  return { ...fit, sources };
}

function runRound(plan: AbilityPlan, frame: Frame, start: Start): Round {
  const { loadingCount } = plan.encoded;
  const theta = new Float32Array(plan.models.length * loadingCount);
  const thetaSd = new Float32Array(plan.models.length * loadingCount);
  const fits = plan.models.map((_, index) => {
    const fit = fitModel(plan, index, start);
    theta.set(fit.theta, index * loadingCount);
    thetaSd.set(fit.thetaSd, index * loadingCount);
    return fit;
  });
  const table = buildTable(plan, frame, theta);
  const { factorSize } = plan;
  const atlas = fitAtlas(table, {
    factorSize,
    iterations: ATLAS_ITERATIONS,
    noiseShare: 0.05,
    weightPrior: 2,
  });
  const priors = plan.models.map((_, row) => priorOf(atlas, table, row, loadingCount));
  return { atlas, theta, thetaSd, priors, fits, offsets: meanOffsets(fits, start.offsets.length) };
}

function middlingOf(plan: AbilityPlan, theta: Float32Array): Float32Array {
  const { loadingCount } = plan.encoded;
  const judged = plan.models.flatMap((model, index) => (model.rows.length >= 200 ? [index] : []));
  const middling = Float32Array.from({ length: loadingCount }, (_, column) =>
    judged.length === 0 ? 0 : medianOf(judged.map((index) => floatAt(theta, index * loadingCount + column))),
  );
  middling[loadingCount - 1] = 1;
  return middling;
}

/** @param starts Theta from the joint training, mean over sources. @shape models x loadingCount */
export function fitAbilities(plan: AbilityPlan, starts: Float32Array): FittedAbilities {
  const { loadingCount } = plan.encoded;
  const benchmarks = listBenchmarks(plan.facts);
  const frame = openFrame(plan, benchmarks);
  const startOf = (model: number): Float32Array =>
    starts.slice(model * loadingCount, (model + 1) * loadingCount);
  const first = plan.models.map((_, model) => broadPrior(loadingCount, startOf(model)));
  const sourceCount = 1 + plan.models.reduce((most, model) => Math.max(most, ...new Set(model.sourceOf)), -1);
  let round = runRound(plan, frame, { priors: first, offsets: new Float64Array(sourceCount), fits: [] });
  for (let turn = 1; turn < ROUNDS; turn += 1) round = runRound(plan, frame, round);
  const { atlas, theta, thetaSd } = round;
  const kept = trimAtlas(atlas, loadingCount + benchmarks.length + ATLAS_FACTS.length, loadingCount);
  return { atlas: kept, benchmarks, theta, thetaSd, middling: middlingOf(plan, theta) };
}
