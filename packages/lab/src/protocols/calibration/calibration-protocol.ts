// Predicted against observed success of what users get: by source, by origin of the ability, by class of model.
import { meanOf } from "@signalbox/engine/numerics";
import type { ModelFacts } from "@signalbox/contracts";
import type { Estimated } from "@signalbox/engine/internals";
import { type WeightedFigure, computeEce, type Predictions } from "../../metrics/metrics.ts";
import { valueAt, floatAt, wholeAt } from "../../arrays/value-at.ts";
import {
  createPromptOutlook,
  type Product,
  type ServedSource,
  productOf,
  sampleSources,
} from "../served/served-source.ts";
import {
  requireSections,
  summariseMethods,
  type SectionResult,
  type Protocol,
  type ProtocolContext,
  type FigureName,
  type Judged,
} from "../runner/protocol.ts";

// Does the prediction tell easy prompts from hard ones? Pairs of prompts of one source, answered by one model: the share where
// the better answer was predicted above, mean over models.
interface Answered {
  /** Source and model: only pairs that share it are compared. */
  readonly key: string;
  readonly prompt: number;
  readonly predicted: number;
  readonly observed: number;
}

/** Scores that differ by less are the same answer to a judge. */
const SAME = 0.05;
/** Pairs below which a model tells nothing. */
const PAIRS_MIN = 10;

function hitOf(one: Answered, other: Answered): number {
  if (one.predicted === other.predicted) return 0.5;
  return one.predicted > other.predicted === one.observed > other.observed ? 1 : 0;
}

function concordance(answers: readonly Answered[], weights: Float64Array): number {
  let [hits, total, pairs] = [0, 0, 0];
  for (let i = 0; i < answers.length; i += 1)
    for (let j = 0; j < i; j += 1) {
      const [one, other] = [valueAt(answers, i), valueAt(answers, j)];
      if (Math.abs(one.observed - other.observed) < SAME) continue;
      const weight = (weights[one.prompt] ?? 0) * (weights[other.prompt] ?? 0);
      hits += weight * hitOf(one, other);
      total += weight;
      pairs += 1;
    }
  return pairs < PAIRS_MIN || total === 0 ? Number.NaN : hits / total;
}

/** NaN where no model has answers of different worth. */
export function aucWithinModels(answers: readonly Answered[]): WeightedFigure {
  const byModel = [...Map.groupBy(answers, ({ key }) => key).values()];
  return (weights) => {
    const known = byModel.map((each) => concordance(each, weights)).filter((value) => !Number.isNaN(value));
    return known.length === 0 ? Number.NaN : known.reduce((sum, value) => sum + value, 0) / known.length;
  };
}

// Every prediction of the product beside what was observed: one item a prompt and model of a sampled source.
interface PredictedOutcome {
  readonly source: string;
  /** Row of the prompt within its source. */
  readonly row: number;
  readonly model: string;
  /** The origin of the model's ability. */
  readonly origin: Estimated["abilityOrigin"];
  /** "small 2024"; undefined for questions with options, which luck answers too, and for models without a price or a date. */
  readonly modelClass: string | undefined;
  /** How the model thinks; undefined as `modelClass`, and where it has no modes. */
  readonly mode: string | undefined;
  /** Predicted less observed success over all open questions of the source and all their models: how hard the source is, whatever the class. */
  readonly sourceOff: number;
  /** @range 0..1 */
  readonly predicted: number;
  /** @range 0..1 */
  readonly observed: number;
}

/** Ends of the classes of models: list prices of output. @unit USD per 1M tokens */
const CLASS_ENDS = { small: 1, mid: 5 } as const;

/** By list price and year of release, which no estimate enters. */
export function classOfModel(facts: ModelFacts | undefined): string | undefined {
  const usd = facts?.prices?.outputUsdPerMTok;
  const year = facts?.releasedOn?.slice(0, 4);
  if (usd === undefined || year === undefined) return undefined;
  const size = usd < CLASS_ENDS.small ? "small" : usd < CLASS_ENDS.mid ? "mid" : "strong";
  return `${size} ${year}`;
}

const OPTION = /(?:^|\n)\s*\(?[A-Da-d][).:]\s/g;
const OPTIONS_MIN = 3;

const hasOptions = (text: string): boolean => (text.match(OPTION) ?? []).length >= OPTIONS_MIN;

function listPredictions(product: Product, source: ServedSource): readonly PredictedOutcome[] {
  const outlookOf = createPromptOutlook(product, source);
  const columnOf = new Map(source.models.map(({ name }, column) => [name, column]));
  const open: number[] = [];
  const items = source.texts.flatMap((text, row) => {
    const { estimated } = outlookOf(row);
    const isOpen = !hasOptions(text);
    return estimated.flatMap(({ label, success, abilityOrigin, candidate }) => {
      const observed = source.scores[row * source.models.length + (columnOf.get(label) ?? -1)];
      if (observed === undefined || Number.isNaN(observed)) return [];
      const { name } = source;
      const modelClass = isOpen ? classOfModel(candidate.input.facts) : undefined;
      const mode = isOpen ? candidate.mode?.mode : undefined;
      if (isOpen) open.push(success - observed);
      const item = { source: name, row, model: label, origin: abilityOrigin, modelClass, mode };
      return [{ ...item, predicted: success, observed }];
    });
  });
  const sourceOff = open.length === 0 ? 0 : meanOf(open);
  return items.map((item) => Object.assign(item, { sourceOff }));
}

const FIGURE_NAMES: readonly FigureName[] = [
  "ece",
  "predictedMean",
  "observedMean",
  "offWithin",
  "aucWithin",
];
const PROMPTS = 100;
/** Groups with fewer prompts are left out. */
const PROMPTS_MIN = 20;
const RESAMPLES_MAX = 50;

interface Group {
  readonly name: string;
  readonly isLearned: boolean | undefined;
  readonly items: readonly PredictedOutcome[];
}

/** Numbers the prompts of a group, so that a resample draws prompts, with all their models. */
function numberPrompts(items: readonly PredictedOutcome[]): { count: number; promptOf: Int32Array } {
  const numbers = new Map<string, number>();
  const promptOf = Int32Array.from(items, ({ source, row }) => {
    const key = `${source} ${row}`;
    const known = numbers.get(key) ?? numbers.size;
    numbers.set(key, known);
    return known;
  });
  return { count: numbers.size, promptOf };
}

interface Numbered {
  readonly items: readonly PredictedOutcome[];
  readonly promptOf: Int32Array;
}

function judge(predictions: Predictions, { items, promptOf }: Numbered): Judged {
  const onItems = (weights: Float64Array): Float64Array =>
    Float64Array.from(promptOf, (prompt) => floatAt(weights, prompt));
  const mean =
    (values: Float32Array): WeightedFigure =>
    (weights) => {
      let [sum, total] = [0, 0];
      values.forEach((value, i) => {
        sum += floatAt(weights, wholeAt(promptOf, i)) * value;
        total += floatAt(weights, wholeAt(promptOf, i));
      });
      return sum / total;
    };
  return {
    figures: {
      ece: (weights) => computeEce(predictions, onItems(weights)),
      predictedMean: mean(predictions.predicted),
      observedMean: mean(predictions.observed),
      offWithin: mean(
        Float32Array.from(
          items,
          ({ sourceOff }, i) =>
            floatAt(predictions.predicted, i) - floatAt(predictions.observed, i) - sourceOff,
        ),
      ),
      aucWithin: aucWithinModels(
        items.map(({ source, model, observed }, i) => ({
          key: `${source} ${model}`,
          prompt: wholeAt(promptOf, i),
          predicted: floatAt(predictions.predicted, i),
          observed,
        })),
      ),
    },
  };
}

function runGroup(context: ProtocolContext, group: Group, baseRate: number): SectionResult {
  const { items, name, isLearned } = group;
  const { count, promptOf } = numberPrompts(items);
  const observed = Float32Array.from(items, (item) => item.observed);
  const judgeBy = (predicted: Float32Array): Judged => judge({ predicted, observed }, { items, promptOf });
  const run = (contender: { name: string; title: string; isOurs: boolean }, judged: Judged) => ({
    contender,
    judged: [judged],
  });
  return {
    name,
    promptCount: count,
    modelCount: 0,
    trainCount: 0,
    ...(isLearned === undefined ? {} : { isLearned }),
    facts: [`${items.length} outcomes`],
    methods: summariseMethods({
      runs: [
        run(
          { name: "signalbox", title: "Signalbox", isOurs: true },
          judgeBy(Float32Array.from(items, ({ predicted }) => predicted)),
        ),
        run(
          { name: "base-rate", title: "mean of the other sources", isOurs: false },
          judgeBy(new Float32Array(items.length).fill(baseRate)),
        ),
      ],
      promptCount: count,
      figureNames: FIGURE_NAMES,
      seed: context.seeds[0] ?? 0,
      resamples: Math.min(RESAMPLES_MAX, context.resamples),
    }),
  };
}

const meanObserved = ({ items }: Group): number => meanOf(items.map(({ observed }) => observed));

function groupBy(
  sources: readonly Group[],
  kind: string,
  keyOf: (item: PredictedOutcome) => string | undefined,
): Group[] {
  const byKey = Map.groupBy(
    sources.flatMap(({ items }) => items),
    keyOf,
  );
  return [...byKey]
    .flatMap(([key, items]) =>
      key === undefined ? [] : [{ name: `${kind} ${key}`, isLearned: undefined, items }],
    )
    .filter(({ items }) => numberPrompts(items).count >= PROMPTS_MIN);
}

export const CALIBRATION: Protocol = {
  name: "calibration",
  title: "The product: predicted against observed success",
  description: `Up to ${PROMPTS} prompts of each source, none that the artefact was trained or tuned on, every model of the source. Beside it the base rate: the mean of the other sources, predicted for every answer. Classes of models are by the list price of output (small below $${CLASS_ENDS.small}, mid below $${CLASS_ENDS.mid} per 1M tokens) and the year of release, over questions without options; "within" takes off what each source's questions without options are off over all models. Intervals draw prompts.`,
  figures: FIGURE_NAMES,
  canLeaveOut: true,
  run: async (context) => {
    const whole = productOf(context);
    const promptsPerSource = context.promptsPerSource ?? PROMPTS;
    const sources: Group[] = [];
    for (const sampled of sampleSources({ ...context, promptsPerSource }, whole)) {
      const { source, isLearned, product } = sampled;
      context.onProgress(`${source.name}: ${source.texts.length} prompts, ${source.models.length} models`);
      sources.push({ name: source.name, isLearned, items: listPredictions(product, source) });
    }
    const means = sources.map(meanObserved);
    const overall = meanOf(means);
    const othersOf = (index: number): number =>
      means.length < 2 ? overall : (overall * means.length - valueAt(means, index)) / (means.length - 1);
    return requireSections(
      [
        ...sources.map((group, index) => runGroup(context, group, othersOf(index))),
        ...[
          ...groupBy(sources, "ability from", ({ origin }) => origin),
          ...groupBy(sources, "open questions, class", ({ modelClass }) => modelClass),
          ...groupBy(sources, "open questions, mode", ({ mode }) => mode),
        ].map((group) => runGroup(context, group, overall)),
      ],
      "a source with prompts to judge and two models",
    );
  },
};
