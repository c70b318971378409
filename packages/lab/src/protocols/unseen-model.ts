// A model that nobody labelled: how much of what its outcomes would tell is left when only its public scores, or only
// its price, size and date are known. Everything else of the artefact stays as it is.
import { SignalboxError } from "@signalbox/contracts";
import { sigmoid } from "../baselines/vector.ts";
import { computeAuc, computeBrier } from "../metrics/index.ts";
import { SPLIT } from "../data/index.ts";
import type { ArtefactView, Knowledge } from "../stack/artefact-view.ts";
import type { FigureName, Judged } from "./judged.ts";
import { buildPart } from "./problem.ts";
import type { Part } from "./problem.ts";
import type { Protocol, ProtocolContext } from "./protocol.ts";
import { requireSections } from "./pareto.ts";
import type { MethodRuns } from "./run-problem.ts";
import { listSourceColumns } from "./source-problem.ts";
import { summariseMethods } from "./summarise-section.ts";
import type { SectionResult } from "./summarise-section.ts";

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

interface UnseenPart {
  readonly part: Part;
  readonly models: readonly { source: string; name: string; canonical: string }[];
}

/** Judged rows of a source, with its models that have both outcomes and public scores, and that the blind artefact lacks. */
function buildUnseenPart(
  context: ProtocolContext,
  source: string,
  { full, blind }: Views,
): UnseenPart | undefined {
  const { dataset, split, features } = context;
  const indices = listSourceColumns(dataset, source).indices.filter((index) => {
    const model = dataset.models[index]!;
    const isUnseen = blind === full || !blind.hasOutcomes(model);
    return isUnseen && full.hasOutcomes(model) && full.hasScores(model);
  });
  if (indices.length === 0) return undefined;
  const columnOf = Int32Array.from(dataset.models, (_, index) => indices.indexOf(index));
  const own = dataset.sources.indexOf(source);
  const rows: number[] = [];
  for (let row = 0; row < split.length; row += 1)
    if (dataset.prompts.source[row] === own && split[row] === SPLIT.test) rows.push(row);
  const request = { dataset, rows: Int32Array.from(rows), columnOf, columns: indices.length };
  const part = buildPart({ ...request, features: features.fit([], 0) });
  return { part, models: indices.map((index) => dataset.models[index]!) };
}

function predictAs({ part, models }: UnseenPart, view: ArtefactView, knowledge: Knowledge): Float32Array {
  const loadings = view.loadingsOf(part.prompts.text);
  const width = view.loadingCount;
  const thetas = models.map((model) => view.abilityOf(model, knowledge).theta);
  const out = new Float32Array(part.prompts.count * thetas.length);
  for (let i = 0; i < part.prompts.count; i += 1)
    for (const [m, theta] of thetas.entries()) {
      let logit = 0;
      for (let k = 0; k < width; k += 1) logit += loadings[i * width + k]! * theta[k]!;
      out[i * thetas.length + m] = sigmoid(logit);
    }
  return out;
}

interface Cells {
  readonly observed: Float32Array;
  readonly prompt: Int32Array;
  readonly at: Int32Array;
}

function knownCells({ part, models }: UnseenPart): Cells {
  const at = Int32Array.from([...part.scores.keys()].filter((i) => !Number.isNaN(part.scores[i]!)));
  return {
    at,
    observed: Float32Array.from(at, (i) => part.scores[i]!),
    prompt: at.map((i) => Math.floor(i / models.length)),
  };
}

function judgeLevels(
  cells: Cells,
  predictions: ReadonlyMap<Knowledge, Float32Array>,
): ReadonlyMap<Knowledge, Judged> {
  const spread = (weights: Float64Array): Float64Array =>
    Float64Array.from(cells.prompt, (row) => weights[row]!);
  const itemsOf = (knowledge: Knowledge) => ({
    predicted: Float32Array.from(cells.at, (i) => predictions.get(knowledge)![i]!),
    observed: cells.observed,
  });
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

function runSource(context: ProtocolContext, source: string, views: Views): SectionResult | undefined {
  const unseen = buildUnseenPart(context, source, views);
  if (unseen === undefined || unseen.part.prompts.count === 0) return undefined;
  const viewOf = (knowledge: Knowledge): ArtefactView =>
    knowledge === "outcomes" ? views.full : views.blind;
  const predictions = new Map(
    LEVELS.map(({ knowledge }) => [knowledge, predictAs(unseen, viewOf(knowledge), knowledge)] as const),
  );
  const judged = judgeLevels(knownCells(unseen), predictions);
  const runs = LEVELS.map(({ knowledge, title, isOurs }): MethodRuns => ({
    contender: { name: knowledge, title, isOurs },
    parameters: {},
    judged: [judged.get(knowledge)!],
  }));
  const promptCount = unseen.part.prompts.count;
  const leak = views.blind === views.full ? ["the map from scores to abilities has seen these models"] : [];
  return {
    name: source,
    promptCount,
    modelCount: unseen.models.length,
    trainCount: 0,
    facts: [...leak, `models: ${unseen.models.map((model) => model.name).join(", ")}`],
    points: [],
    methods: summariseMethods({
      runs,
      promptCount,
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
    "Models whose outcomes the artefact never saw come back with their public scores and price alone. Gain = drop of the Brier score from knowing nothing of the model; kept = share of the gain that its own outcomes give. With one artefact only, the models are hidden at prediction and the report says so.",
  figures: FIGURE_NAMES,
  run: async (context) => {
    const views = chooseViews(context.views);
    const sections = context.judgedSources.flatMap((source) => runSource(context, source, views) ?? []);
    return requireSections(
      sections,
      "a model with outcomes in the artefact and public scores in the catalogue",
    );
  },
};
