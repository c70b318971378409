// A model that nobody labelled: how much of what its outcomes would tell is left when only its public scores, or only
// its price, size and date are known. Everything else of the artefact stays as it is.
import { SignalboxError } from "@signalbox/contracts";
import { sigmoid } from "@signalbox/engine/numerics";
import { refitAbility } from "../../train/abilities/refit-abilities.ts";
import { computeAuc, computeBrier } from "../../metrics/index.ts";
import { SPLIT } from "../../data/index.ts";
import { fitPlattScaling, logit } from "../../estimators/contract/platt-scaling.ts";
import type { PlattScaling } from "../../estimators/contract/platt-scaling.ts";
import type { ArtefactView, Knowledge } from "../../estimators/stack/artefact-view.ts";
import type { FigureName, Judged } from "../runner/judged.ts";
import type { Protocol, ProtocolContext } from "../runner/protocol.ts";
import { requireSections } from "../pareto/pareto.ts";
import type { MethodRuns } from "../runner/run-problem.ts";
import { summariseMethods } from "../runner/summarise-section.ts";
import type { SectionResult } from "../runner/summarise-section.ts";
import { valueAt, valueOf } from "../../arrays/value-at.ts";

/** Prior deviations are multiplied by this where outcomes speak. */
const LOOSENESS = 3;
const FIGURE_NAMES: readonly FigureName[] = ["gainKept", "brier", "aucPooled"];

interface Views {
  /** Learned from every model. */
  readonly full: ArtefactView;
  /** Never saw the unseen models; the full one when there is no such artefact. */
  readonly blind: ArtefactView;
}

const LEVELS: readonly { knowledge: Knowledge; title: string; isOurs: boolean }[] = [
  { knowledge: "nothing", title: "nothing known of the model", isOurs: false },
  { knowledge: "facts", title: "price, size and date alone", isOurs: false },
  { knowledge: "outcomes", title: "its own outcomes (upper bound)", isOurs: false },
  { knowledge: "scores", title: "public scores and price", isOurs: true },
];

function chooseViews(views: readonly ArtefactView[]): Views {
  const full = views[0];
  if (full === undefined) throw new SignalboxError("bad_request", "unseen-model needs an artefact folder.");
  const ids = (view: ArtefactView): Set<string> => new Set(view.manifest.models.map((model) => model.id));
  const blind = views.find((view) => {
    const known = ids(view);
    return view !== full && [...ids(full)].some((id) => !known.has(id));
  });
  return { full, blind: blind ?? full };
}

/** One outcome of an unseen model. */
interface Cell {
  /** Row of the prompt table. */
  readonly row: number;
  /** Catalogue id of the model. */
  readonly id: string;
  /** Any model of the data set with that id. */
  readonly model: number;
  readonly score: number;
}

/** Outcomes of the unseen models with one split code, in sources that the blind artefact knows. */
function listCells(
  { dataset, split }: ProtocolContext,
  { full, blind }: Views,
  code: number,
): readonly Cell[] {
  const { outcomes, models, prompts, sources } = dataset;
  const known = new Set(blind.manifest.sources);
  const learned = new Set(blind.manifest.models.map((model) => model.id));
  const idOf = models.map((model) => {
    const isUnseen = blind === full || !learned.has(full.idOf(model));
    return isUnseen && full.hasOutcomes(model) && full.hasScores(model) ? full.idOf(model) : undefined;
  });
  const cells: Cell[] = [];
  for (let o = 0; o < outcomes.count; o += 1) {
    const [row, model] = [valueAt(outcomes.prompt, o), valueAt(outcomes.model, o)];
    const id = idOf[model];
    if (id === undefined || split[row] !== code || !known.has(valueAt(sources, valueAt(prompts.source, row))))
      continue;
    cells.push({ row, id, model, score: valueAt(outcomes.score, o) });
  }
  return cells;
}

/** The ability that the blind artefact would have given the model had it seen these outcomes. */
function learnTheta(context: ProtocolContext, view: ArtefactView, cells: readonly Cell[]): Float32Array {
  const prior = view.abilityOf(valueAt(context.dataset.models, valueAt(cells, 0).model), "scores");
  return refitAbility({
    loadings: view.loadingsOf(cells.map((cell) => valueAt(context.dataset.prompts.text, cell.row))),
    loadingCount: view.loadingCount,
    rows: cells.map((_, i) => i),
    scores: cells.map((cell) => cell.score),
    weight: 1,
    priorMean: prior.theta,
    priorDeviation: prior.thetaSd.map((deviation) => LOOSENESS * Math.max(0.02, deviation)),
  }).theta;
}

type ThetaOf = (cell: Cell) => Float32Array;
type Scalings = ReadonlyMap<number, PlattScaling>;

/** How a source grades, learned from the dev outcomes of the models that the blind artefact knows. One a source. */
function fitScalings(context: ProtocolContext, view: ArtefactView): Scalings {
  const { outcomes, models, prompts } = context.dataset;
  const thetas = models.map((model) =>
    view.hasOutcomes(model) ? view.abilityOf(model, "outcomes").theta : undefined,
  );
  const known = new Map<number, { predicted: number[]; observed: number[] }>();
  for (let o = 0; o < outcomes.count; o += 1) {
    const [row, theta] = [valueAt(outcomes.prompt, o), thetas[valueAt(outcomes.model, o)]];
    if (theta === undefined || context.split[row] !== SPLIT.dev) continue;
    const source = valueAt(prompts.source, row);
    const cells = known.get(source) ?? { predicted: [], observed: [] };
    cells.predicted.push(chanceOf(view.encode(valueAt(prompts.text, row)).loadings, theta));
    cells.observed.push(valueAt(outcomes.score, o));
    known.set(source, cells);
  }
  return new Map(
    Array.from(known, ([source, { predicted, observed }]) => [
      source,
      fitPlattScaling(Float32Array.from(predicted), Float32Array.from(observed)),
    ]),
  );
}

function chanceOf(loadings: Float32Array, theta: Float32Array): number {
  return sigmoid(loadings.reduce((sum, loading, k) => sum + loading * valueAt(theta, k), 0));
}

function buildThetas(
  context: ProtocolContext,
  view: ArtefactView,
  training: readonly Cell[],
): ReadonlyMap<Knowledge, ThetaOf> {
  const learned = new Map<string, Float32Array>();
  for (const [id, cells] of Map.groupBy(training, (cell) => cell.id))
    learned.set(id, learnTheta(context, view, cells));
  const known = new Map<string, Float32Array>();
  const remember = (cell: Cell, knowledge: Knowledge): Float32Array => {
    const key = `${knowledge} ${cell.id}`;
    const theta =
      known.get(key) ?? view.abilityOf(valueAt(context.dataset.models, cell.model), knowledge).theta;
    known.set(key, theta);
    return theta;
  };
  return new Map(
    LEVELS.map(({ knowledge }): [Knowledge, ThetaOf] => [
      knowledge,
      (cell) => (knowledge === "outcomes" ? learned.get(cell.id) : undefined) ?? remember(cell, knowledge),
    ]),
  );
}

interface Reading {
  readonly view: ArtefactView;
  readonly scalings: Scalings;
  readonly thetaOf: ThetaOf;
}

function predict({ dataset }: ProtocolContext, cells: readonly Cell[], reading: Reading): Float32Array {
  const { prompts } = dataset;
  return Float32Array.from(cells, (cell) => {
    const { loadings } = reading.view.encode(valueAt(prompts.text, cell.row));
    const { slope, offset } = reading.scalings.get(valueAt(prompts.source, cell.row)) ?? {
      slope: 1,
      offset: 0,
    };
    return sigmoid(slope * logit(chanceOf(loadings, reading.thetaOf(cell))) + offset);
  });
}

interface Judgement {
  readonly observed: Float32Array;
  /** Position of each cell's prompt among the judged prompts. */
  readonly prompt: Int32Array;
  readonly predictions: ReadonlyMap<Knowledge, Float32Array>;
}

function judgeLevels({ observed, prompt, predictions }: Judgement): ReadonlyMap<Knowledge, Judged> {
  const spread = (weights: Float64Array): Float64Array =>
    Float64Array.from(prompt, (at) => valueAt(weights, at));
  const itemsOf = (knowledge: Knowledge) => ({ predicted: valueOf(predictions, knowledge), observed });
  const brierOf = (knowledge: Knowledge, weights: Float64Array): number =>
    computeBrier(itemsOf(knowledge), spread(weights));
  const judge = (knowledge: Knowledge): Judged => ({
    figures: {
      brier: (weights) => brierOf(knowledge, weights),
      aucPooled: (weights) => computeAuc(itemsOf(knowledge), spread(weights)),
      gainKept: (weights) => {
        const start = brierOf("nothing", weights);
        return (start - brierOf(knowledge, weights)) / (start - brierOf("outcomes", weights));
      },
    },
  });
  return new Map(LEVELS.map(({ knowledge }) => [knowledge, judge(knowledge)]));
}

function runPooled(context: ProtocolContext, views: Views): SectionResult | undefined {
  const cells = listCells(context, views, SPLIT.test);
  if (cells.length === 0) return undefined;
  const thetas = buildThetas(context, views.blind, listCells(context, views, SPLIT.train));
  const scalings = fitScalings(context, views.blind);
  const rows = [...new Set(cells.map((cell) => cell.row))];
  const position = new Map(rows.map((row, i) => [row, i]));
  const judged = judgeLevels({
    observed: Float32Array.from(cells, (cell) => cell.score),
    prompt: Int32Array.from(cells, (cell) => valueOf(position, cell.row)),
    predictions: new Map(
      LEVELS.map(({ knowledge }) => {
        const reading = { view: views.blind, scalings, thetaOf: valueOf(thetas, knowledge) };
        return [knowledge, predict(context, cells, reading)] as const;
      }),
    ),
  });
  const runs = LEVELS.map(({ knowledge, title, isOurs }): MethodRuns => ({
    contender: { name: knowledge, title, isOurs },
    parameters: {},
    judged: [valueOf(judged, knowledge)],
  }));
  const ids = [...new Set(cells.map((cell) => cell.id))].toSorted();
  const leak = views.blind === views.full ? ["the map from scores to abilities has seen these models"] : [];
  return {
    name: "all unseen models",
    promptCount: rows.length,
    modelCount: ids.length,
    trainCount: 0,
    facts: [...leak, `${cells.length} outcomes`, `models: ${ids.join(", ")}`],
    points: [],
    methods: summariseMethods({
      runs,
      promptCount: rows.length,
      figureNames: FIGURE_NAMES,
      seed: context.seeds[0] ?? 0,
      resamples: context.resamples,
    }),
  };
}

export const UNSEEN_MODEL: Protocol = {
  name: "unseen-model",
  title: "A model that nobody labelled",
  description:
    "Models whose outcomes the artefact never saw come back with their public scores and price alone, on test rows of sources that it knows; how a source grades is learned from the dev outcomes of the other models. Gain = drop of the Brier score from knowing nothing of the model; kept = share of the gain that fitting the model's own training outcomes to the same artefact gives. With one artefact only, the models are hidden at prediction and the report says so.",
  figures: FIGURE_NAMES,
  run: async (context) => {
    const section = runPooled(context, chooseViews(context.views));
    return requireSections(
      section === undefined ? [] : [section],
      "a model with outcomes in the artefact and public scores in the catalogue",
    );
  },
};
