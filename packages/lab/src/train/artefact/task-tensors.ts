/** What the task reader of an artefact consists of: they are fitted together and go together. */
export const TASK_TENSORS: ReadonlySet<string> = new Set([
  "taskLexicon",
  "taskHashes",
  "taskWeights",
  "taskHashWeights",
  "taskHashScale",
  "taskOutput",
  "taskTemperature",
  "taskTierOfOperation",
  "taskTokenLine",
  "taskTokenSd",
  "taskSystemWeights",
  "taskSystemLine",
  "taskTurnWeights",
  "taskTurnScale",
]);
