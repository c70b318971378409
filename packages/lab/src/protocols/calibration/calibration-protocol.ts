// Predicted against observed success of what users get: by source, by language of the prompt, by origin of the ability.
import { meanOf } from "@signalbox/engine/numerics";
import { computeEce } from "../../metrics/index.ts";
import type { Predictions, WeightedFigure } from "../../metrics/index.ts";
import { requireSections, summariseMethods } from "../runner/summarise-section.ts";
import type { FigureName, Judged } from "../runner/judged.ts";
import type { Protocol, ProtocolContext } from "../runner/protocol.ts";
import type { SectionResult } from "../runner/summarise-section.ts";
import { productOf, sampleSources } from "../served/judged-product.ts";
import { aucWithinModels } from "./auc-within-models.ts";
import { calibrationSlope } from "./calibration-slope.ts";
import { listPredictions } from "./list-predictions.ts";
import type { PredictedOutcome } from "./list-predictions.ts";
import { floatAt, valueAt, wholeAt } from "../../arrays/value-at.ts";

const FIGURE_NAMES: readonly FigureName[] = ["ece", "predictedMean", "observedMean", "slope", "aucWithin"];
const PROMPTS = 100;
/** Groups of languages and origins with fewer prompts are left out. */
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
      ece: (weights) => computeEce(predictions, undefined, onItems(weights)),
      predictedMean: mean(predictions.predicted),
      observedMean: mean(predictions.observed),
      slope: (weights) => calibrationSlope(predictions, onItems(weights)),
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
    parameters: {},
    judged: [judged],
  });
  return {
    name,
    promptCount: count,
    modelCount: 0,
    trainCount: 0,
    ...(isLearned === undefined ? {} : { isLearned }),
    facts: [`${items.length} outcomes`],
    points: [],
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
  keyOf: (item: PredictedOutcome) => string,
): Group[] {
  const byKey = Map.groupBy(
    sources.flatMap(({ items }) => items),
    keyOf,
  );
  return Array.from(byKey, ([key, items]) => ({
    name: `${kind} ${key}`,
    isLearned: undefined,
    items,
  })).filter(({ items }) => numberPrompts(items).count >= PROMPTS_MIN);
}

export const CALIBRATION: Protocol = {
  name: "calibration",
  title: "The product: predicted against observed success",
  description: `Up to ${PROMPTS} prompts of each source, none that the artefact was trained or tuned on, every model of the source. Beside it the base rate: the mean of the other sources, predicted for every answer. Intervals draw prompts.`,
  figures: FIGURE_NAMES,
  judgesProduct: true,
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
          ...groupBy(sources, "language", ({ language }) => language),
          ...groupBy(sources, "ability from", ({ origin }) => origin),
        ].map((group) => runGroup(context, group, overall)),
      ],
      "a source with prompts to judge and two models",
    );
  },
};
