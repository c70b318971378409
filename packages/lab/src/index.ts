export * from "./data/index.ts";
export * from "./metrics/index.ts";
export { BASELINES, defineEstimator, realNumber, wholeNumber } from "./estimators/baselines/index.ts";
export type {
  Estimator,
  ModelColumn,
  ParameterRange,
  Parameters,
  Predictor,
  PromptSet,
  TrainingData,
} from "./estimators/baselines/index.ts";
export { DEFAULT_SEEDS, evaluate } from "./protocols/evaluate.ts";
export type { EvaluateOptions, EvaluationResult } from "./protocols/evaluate.ts";
export { FIGURES, PROTOCOLS } from "./protocols/index.ts";
export type {
  FigureDefinition,
  FigureResult,
  MethodResult,
  Protocol,
  SectionResult,
} from "./protocols/index.ts";
export { refitAbilities, trainArtefact } from "./train/train-artefact.ts";
export type { TrainProgress, TrainRequest } from "./train/train-request.ts";
export { listLosses } from "./report/list-losses.ts";
export { renderBenchmarks } from "./report/render-benchmarks.ts";
export { renderReport } from "./report/render-report.ts";
export { wrapProse } from "./report/wrap-prose.ts";
export { openArtefactView } from "./estimators/custom/custom-router.ts";
export { loadAtlas } from "./atlas/atlas.ts";
export type { Atlas, AtlasEntry } from "./atlas/atlas.ts";
export { addTaskReader } from "./train/task/add-task-reader.ts";
export { measureAgreement } from "./atlas/agreement.ts";
export type { Agreement } from "./atlas/agreement.ts";
