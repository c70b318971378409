// Sessions chained from held-out recorded prompts of one task, with the recorded score and output tokens of every model as the truth. The prompts were
// asked one by one; the chain, a pasted text at its start and the pauses are drawn from the seed.
import type { ModelCatalog } from "@signalbox/contracts";
import type { Dataset } from "@signalbox/lab";
import { loadDataset, SPLIT } from "@signalbox/lab";
import { mulberry32 } from "../packages/engine/src/numerics/index.ts";

import { readCandidates } from "../packages/engine/src/internals.ts";
import type { Outcome, Traffic, Turn } from "../packages/engine/test/session-simulation/simulate.ts";
import { pastedText, pauseBefore } from "../packages/engine/test/session-simulation/synthetic-traffic.ts";

/** Sixty models of one generation on five tasks, all with the tokens of their answers. */
const SOURCE = "zeroeval";
/** Names in the source, and how the catalogue spells them. Reasoning models are left out: their hidden tokens were not recorded. */
const MODELS: ReadonlyMap<string, string> = new Map([
  ["gpt-4o-mini-2024-07-18", "openai/gpt-4o-mini"],
  ["gpt-4o-2024-08-06", "openai/gpt-4o"],
  ["gemini-1.5-flash", "google/gemini-1.5-flash"],
  ["gemini-1.5-pro", "google/gemini-1.5-pro"],
  ["claude-3-haiku-20240307", "anthropic/claude-3-haiku"],
  ["claude-3-5-sonnet-20240620", "anthropic/claude-3.5-sonnet"],
  ["Meta-Llama-3.1-8B-Instruct", "meta/llama-3.1-8b-instruct"],
  ["Meta-Llama-3.1-70B-Instruct", "meta/llama-3.1-70b-instruct"],
  ["Llama-3.1-405B-Inst@sambanova", "meta/llama-3.1-405b-instruct"],
]);
const TURNS_MIN = 3;
const TURNS_SPAN = 12;

interface RecordedInput {
  readonly dataDir: string;
  readonly seed: number;
  readonly sessionCount: number;
  readonly catalog: ModelCatalog;
}

/** @throws SignalboxError invalid_data when the folder lacks the source */
export async function createRecordedTraffic(input: RecordedInput): Promise<Traffic> {
  const dataset = await loadDataset(input.dataDir, { sources: [SOURCE] });
  const labels = dataset.models.map(({ name }) => MODELS.get(name));
  const candidates = readCandidates(
    { llm_providers: [...MODELS.values()].map((model) => ({ model })) },
    input.catalog,
  );
  const byTask = Map.groupBy(completePrompts(dataset, labels), ({ task }) => task);
  const tasks = [...byTask.values()];
  const random = mulberry32(input.seed);
  const sessions = Array.from({ length: input.sessionCount }, () => {
    const pasted = pastedText(random);
    const count = TURNS_MIN + Math.floor(TURNS_SPAN * random());
    const recorded = tasks[Math.floor(random() * tasks.length)] ?? [];
    return Array.from({ length: count }, (_, i): Turn => {
      const prompt = recorded[Math.floor(random() * recorded.length)];
      if (prompt === undefined) throw new Error("the source has no prompt that every model answered");
      const text = i === 0 ? `<document>\n${pasted}\n</document>\n${prompt.text}` : prompt.text;
      return { text, idleS: pauseBefore(i, random), outcomes: prompt.outcomes };
    });
  });
  return { sessions, candidates };
}

interface RecordedPrompt {
  readonly task: number;
  readonly text: string;
  readonly outcomes: ReadonlyMap<string, Outcome>;
}

/** Held-out prompts for which every offered model has a score and its output tokens. */
function completePrompts(dataset: Dataset, labels: readonly (string | undefined)[]): RecordedPrompt[] {
  const { prompts, outcomes, splits } = dataset;
  const byPrompt = new Map<number, Map<string, Outcome>>();
  for (let i = 0; i < outcomes.count; i += 1) {
    const row = outcomes.prompt[i] ?? -1;
    const label = labels[outcomes.model[i] ?? -1];
    const outputTokens = outcomes.outputTokens[i] ?? Number.NaN;
    if (splits?.release[row] === SPLIT.train || label === undefined || Number.isNaN(outputTokens)) continue;
    const found = byPrompt.get(row) ?? new Map<string, Outcome>();
    byPrompt.set(row, found.set(label, { success: outcomes.score[i] ?? 0, outputTokens }));
  }
  return Array.from(byPrompt, ([row, found]) => ({
    task: prompts.task[row] ?? 0,
    text: prompts.text[row] ?? "",
    outcomes: found,
  })).filter((prompt) => prompt.outcomes.size === MODELS.size);
}
