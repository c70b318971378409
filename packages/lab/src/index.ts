export * from "./data/index.ts";
export * from "./metrics/index.ts";
export { BASELINES, defineEstimator, realNumber, wholeNumber } from "./baselines/index.ts";
export type {
  Estimator,
  ModelColumn,
  ParameterRange,
  Parameters,
  Predictor,
  PromptSet,
  TrainingData,
} from "./baselines/index.ts";
export { DEFAULT_SEEDS, evaluate } from "./evaluate/evaluate.ts";
export type { EvaluateOptions, EvaluationResult } from "./evaluate/evaluate.ts";
export { PARAPHRASE_KINDS, paraphrase, readPairsFile } from "./paraphrase/index.ts";
export type { Paraphrase, PromptPair } from "./paraphrase/index.ts";
export { FIGURES, PROTOCOLS } from "./protocols/index.ts";
export { createServedPicker } from "./protocols/served-picks.ts";
export type {
  FigureDefinition,
  FigureResult,
  MethodResult,
  Protocol,
  SectionResult,
} from "./protocols/index.ts";
export { trainArtefact } from "./recipe/train-artefact.ts";
export type { TrainProgress, TrainRequest } from "./recipe/train-request.ts";
export { listLosses } from "./report/list-losses.ts";
export { renderBenchmarks } from "./report/render-benchmarks.ts";
export { renderReport } from "./report/render-report.ts";
export { renderLearningPage, renderLearningSection } from "./simulate/render-learning.ts";
export { meanRows, runSimulations } from "./simulate/run-simulations.ts";
export type { SimulationOptions, SimulationRow } from "./simulate/run-simulations.ts";
export { BILLED_SOURCES, LENGTH_SOURCES, measureBills, renderBill } from "./bill/render-bill.ts";
export type { BillFigures } from "./bill/measure-bill.ts";
export { openArtefactView } from "./stack/artefact-view.ts";
