// Reasoning Gym's published zero-shot runs: about a hundred procedural tasks, easy and hard, three answers to each prompt.
import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  meanTokens,
  tokensOf,
  type BuiltOutcome,
  type BuiltPrompt,
  type SourceRecipe,
  listNames,
  readJsonFile,
  recordsOf,
  unitScoreOf,
  textOf,
} from "../write-source.ts";

const RUNS = "reasoninggym-paper-experiments/zero-shot";
const LEVELS = ["easy", "hard"] as const;
/** `openai_o3-mini_20250315_181742` is a run of `openai/o3-mini`. */
const RUN = /^([^_]+)_(.+)_\d{8}_\d{6}$/;

interface Task {
  readonly level: string;
  readonly model: string;
  readonly path: string;
}

async function* listTasks(folder: string): AsyncGenerator<Task> {
  for (const level of LEVELS)
    for (const run of await listNames(folder, RUNS, level)) {
      const [, vendor, name] = RUN.exec(run) ?? [];
      if (vendor === undefined || name === undefined) continue;
      const runFolder = join(folder, RUNS, level, run);
      for (const category of await listNames(runFolder)) {
        if (category.endsWith(".json")) continue;
        for (const file of await listNames(runFolder, category))
          if (file.endsWith(".json"))
            yield { level, model: `${vendor}/${name}`, path: join(runFolder, category, file) };
      }
    }
}

/** Prompts of the run that showed them first, and what every run made of the same prompts. */
interface Collected {
  readonly prompts: Map<string, BuiltPrompt>;
  readonly outcomes: BuiltOutcome[];
}

/** A later version of a generator draws other prompts; they are beside the first ones, with their digest in the id. */
function idOf(id: string, prompt: string, prompts: Collected["prompts"]): string {
  const known = prompts.get(id);
  if (known === undefined || known.prompt === prompt) return id;
  return `${id}-${createHash("md5").update(prompt).digest("hex").slice(0, 6)}`;
}

async function collectTask({ level, model, path }: Task, { prompts, outcomes }: Collected): Promise<void> {
  const task = await readJsonFile(path);
  const subset = `${textOf(task, "category", path)}/${textOf(task, "name", path)}`;
  for (const [at, result] of recordsOf(task, "results", path).entries()) {
    const prompt = textOf(result, "question", path);
    const id = idOf(`rgym/${level}/${textOf(task, "name", path)}/${at}`, prompt, prompts);
    prompts.set(id, { id, dataset: `reasoning_gym_${level}`, prompt, subset });
    outcomes.push({
      id,
      model,
      score: unitScoreOf(result, "mean_score", path),
      inputTokens: tokensOf(prompt),
      outputTokens: meanTokens(recordsOf(result, "completions", path), "full_model_response") ?? 0,
    });
  }
}

export const reasoningGym: SourceRecipe = {
  source: "reasoning_gym",
  repository: "https://github.com/open-thought/reasoning-gym-eval",
  commit: "5f09fecc342a25d693895b7304a9dec43b47f436",
  licence: "Apache-2.0",
  about: "about a hundred procedural tasks, easy and hard, for eleven models",
  digests: {
    prompts: "bc5884cbcf7eaa8b347c9c11fdc30ab0ba090e04f1545075936a2b176fcd609d",
    outcomes: "6a538dddeaed10c48bcab82ce4bd7b598ac2fd2e1ad625eab02f11929213e361",
  },
  read: async (folder, sink) => {
    const collected: Collected = { prompts: new Map(), outcomes: [] };
    for await (const task of listTasks(folder)) await collectTask(task, collected);
    for (const prompt of collected.prompts.values()) sink.prompt(prompt);
    for (const outcome of collected.outcomes) sink.outcome(outcome);
  },
};
