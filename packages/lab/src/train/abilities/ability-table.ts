// What is known of models, as the table that the atlas is fitted on: one row a model, columns [theta | benchmarks | facts | probes].
import { ATLAS_FACTS, abilityInputOf, transformFacts, transformScore } from "@signalbox/engine/internals";
import { sigmoid } from "@signalbox/engine/numerics";
import type { ModelFacts } from "@signalbox/contracts";
import type { EncodedRows } from "../heads/encode-rows.ts";
import type { AtlasTable } from "./fit-atlas.ts";
import type { ModelOutcomes } from "./model-table.ts";
import { addAt, floatAt, valueAt } from "../../arrays/value-at.ts";

export interface AbilityPlan {
  readonly encoded: EncodedRows;
  readonly models: readonly ModelOutcomes[];
  readonly facts: readonly ModelFacts[];
  /** Field of each prompt row, for the probes. */
  readonly fieldOf: ArrayLike<number>;
  readonly fieldCount: number;
  readonly factorSize: number;
  /** Training prompts that stand for all. */
  readonly probeRows: Int32Array;
}

/** A benchmark that fewer models report says too little. */
const BENCHMARK_MODELS_MIN = 25;
/** A probe of a field needs this many outcomes of the model in that field. */
const PROBE_OUTCOMES_MIN = 30;
/** A model that one source alone has graded must have been seen in this many fields to place others. */
const BROAD_FIELDS_MIN = 6;

export function listBenchmarks(facts: readonly ModelFacts[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const model of facts)
    for (const score of model.scores) counts.set(score.benchmark, (counts.get(score.benchmark) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= BENCHMARK_MODELS_MIN)
    .map(([name]) => name)
    .toSorted();
}

/** Mean predicted success of a theta on some prompts, on the logit scale. */
function meanLogit(encoded: EncodedRows, rows: Int32Array, theta: Float32Array): number {
  let sum = 0;
  for (const row of rows) {
    let logit = 0;
    for (let at = 0; at < encoded.loadingCount; at += 1)
      logit += floatAt(encoded.loadings, row * encoded.loadingCount + at) * floatAt(theta, at);
    sum += sigmoid(logit);
  }
  return transformScore(sum / Math.max(1, rows.length));
}

export interface Layout {
  readonly loadingCount: number;
  readonly benchmarks: readonly string[];
  readonly fieldCount: number;
  readonly columns: number;
}

function layoutOf(plan: AbilityPlan, benchmarks: readonly string[]): Layout {
  const { loadingCount } = plan.encoded;
  const columns = loadingCount + benchmarks.length + ATLAS_FACTS.length + plan.fieldCount;
  return { loadingCount, benchmarks, fieldCount: plan.fieldCount, columns };
}

/** Outcome models first, then catalogue models without outcomes. */
function listAtlasRows(
  plan: AbilityPlan,
): readonly { id: string; facts: ModelFacts | undefined; model: number }[] {
  const factsOf = new Map(plan.facts.map((facts) => [facts.id, facts]));
  const known = new Set(plan.models.map((model) => model.id));
  return [
    ...plan.models.map((model, index) => ({ id: model.id, facts: factsOf.get(model.id), model: index })),
    ...plan.facts
      .filter((facts) => !known.has(facts.id))
      .map((facts) => ({ id: facts.id, facts, model: -1 })),
  ];
}

function fillFacts(values: Float64Array, at: number, layout: Layout, facts: ModelFacts | undefined): void {
  if (facts === undefined) return;
  const input = abilityInputOf(facts, {});
  layout.benchmarks.forEach((name, index) => {
    const score = input.scores[name];
    if (score !== undefined) values[at + layout.loadingCount + index] = transformScore(score);
  });
  transformFacts(input).forEach((fact, index) => {
    if (fact !== undefined) values[at + layout.loadingCount + layout.benchmarks.length + index] = fact;
  });
}

function probeRowsByField(plan: AbilityPlan): readonly Int32Array[] {
  return Array.from({ length: plan.fieldCount }, (_, field) =>
    plan.probeRows.filter((row) => plan.fieldOf[row] === field).slice(0, 60),
  );
}

/** What of a model's ability was seen often enough to place it: its probes, its theta, its overall quality. */
function fillAbility(
  plan: AbilityPlan,
  layout: Layout,
  probes: readonly Int32Array[],
  target: {
    readonly values: Float64Array;
    readonly at: number;
    readonly model: ModelOutcomes;
    readonly theta: Float32Array;
  },
): void {
  const { values, at, model, theta } = target;
  const counts = new Float64Array(plan.fieldCount);
  for (const row of model.rows) addAt(counts, valueAt(plan.fieldOf, row), 1);
  const seen = counts.reduce((sum, count) => sum + Number(count >= PROBE_OUTCOMES_MIN), 0);
  if (model.sources.length < 2 && seen < BROAD_FIELDS_MIN) return;
  const firstProbe = layout.columns - layout.fieldCount;
  probes.forEach((rows, field) => {
    if (floatAt(counts, field) >= PROBE_OUTCOMES_MIN && rows.length > 0)
      values[at + firstProbe + field] = meanLogit(plan.encoded, rows, theta);
  });
  if (seen < 3) return;
  for (let column = 0; column < layout.loadingCount; column += 1)
    values[at + column] = floatAt(theta, column);
  const quality = layout.loadingCount + layout.benchmarks.length + ATLAS_FACTS.indexOf("quality");
  values[at + quality] = meanLogit(plan.encoded, plan.probeRows, theta);
}

export interface Frame {
  readonly layout: Layout;
  readonly atlasRows: ReturnType<typeof listAtlasRows>;
  readonly probes: readonly Int32Array[];
  readonly isSilent: Uint8Array;
}

export function buildTable(plan: AbilityPlan, frame: Frame, theta: Float32Array): AtlasTable {
  const { layout, atlasRows, probes, isSilent } = frame;
  const { loadingCount, columns } = layout;
  const values = new Float64Array(atlasRows.length * columns).fill(Number.NaN);
  atlasRows.forEach((entry, row) => {
    const at = row * columns;
    fillFacts(values, at, layout, entry.facts);
    const model = plan.models[entry.model];
    if (model === undefined || model.rows.length === 0) return;
    const own = theta.subarray(entry.model * loadingCount, (entry.model + 1) * loadingCount);
    fillAbility(plan, layout, probes, { values, at, model, theta: own });
  });
  return { rows: atlasRows.length, columns, values, isSilent };
}

/** The frame that all rounds of a fit share. */
export function openFrame(plan: AbilityPlan, benchmarks: readonly string[]): Frame {
  const layout = layoutOf(plan, benchmarks);
  return {
    layout,
    atlasRows: listAtlasRows(plan),
    probes: probeRowsByField(plan),
    isSilent: new Uint8Array(layout.columns).fill(1, 0, layout.loadingCount),
  };
}
