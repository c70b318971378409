// Writes what the shipped router would pick for the prompts of a public board, in the form in which the board takes it.
// The form is RouterArena's (github.com/RouteWorks/RouterArena, Apache-2.0): predictions and a configuration, both JSON.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { createCatalog, readArtefactFiles, SHIPPED_ARTEFACT_DIR } from "@signalbox/catalog";
import type { Command, Invocation } from "@signalbox/cli/program";
import { SignalboxError, type SelectRequestWire } from "@signalbox/contracts";
import { createRouter, loadRoutingModel } from "@signalbox/engine";
import { readCandidates } from "@signalbox/engine/internals";

interface Entry {
  readonly "global index": string;
  readonly prompt: string;
}

/** An entry of the board's file of predictions; the board fills in the last three. */
export interface Prediction extends Entry {
  readonly prediction: string;
  readonly generated_result: null;
  readonly cost: null;
  readonly accuracy: null;
}

const refuse = (detail: string): never => {
  throw new SignalboxError("invalid_data", detail);
};

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch (cause) {
    throw new SignalboxError("bad_request", `${path} cannot be read as JSON. Check the path.`, { cause });
  }
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** The board's own rule: the formatted prompt where there is one. @throws SignalboxError invalid_data */
export function readEntries(data: unknown): readonly Entry[] {
  if (!Array.isArray(data) || data.length === 0)
    return refuse("The data set must be a list of entries, as the board's script writes it.");
  const seen = new Set<string>();
  return data.map((each: Readonly<Record<string, unknown>> | null, at) => {
    const index = each?.["global index"] ?? each?.["global_index"];
    const prompt = isText(each?.["prompt_formatted"]) ? each["prompt_formatted"] : each?.["prompt"];
    if (!isText(index)) return refuse(`Entry ${at} has no "global index".`);
    if (!isText(prompt)) return refuse(`Entry ${at} (${index}) has no prompt.`);
    if (seen.has(index)) return refuse(`Entry ${at}: "${index}" is there twice.`);
    seen.add(index);
    return { "global index": index, prompt };
  });
}

interface BoardConfig {
  readonly pipeline_params: { readonly router_name: string; readonly models: readonly string[] };
}

/** @throws SignalboxError invalid_data */
export function readBoardConfig(data: unknown): BoardConfig {
  const { router_name: name, models } =
    (data as { pipeline_params?: Readonly<Record<string, unknown>> } | null)?.pipeline_params ?? {};
  if (!isText(name)) return refuse('The configuration needs "pipeline_params.router_name".');
  if (!Array.isArray(models) || models.length === 0 || !models.every(isText))
    return refuse('The configuration needs "pipeline_params.models": a list of names.');
  return { pipeline_params: { router_name: name, models: [...new Set(models)] } };
}

type Ask = Pick<SelectRequestWire, "tradeoff" | "cost_quality_tradeoff">;

/** Picks from the shipped artefact and catalogue; models that their hosts have shut down may be picked, as the board asks them. */
export async function createPicker(
  models: readonly string[],
  ask: Ask,
  artefactDir: string = SHIPPED_ARTEFACT_DIR,
): Promise<(prompt: string) => string> {
  const catalog = createCatalog();
  const providers = models.map((model) => ({ model }));
  const router = createRouter({ model: loadRoutingModel(await readArtefactFiles(artefactDir)), catalog });
  const nameOf = new Map(
    readCandidates({ llm_providers: providers }, catalog).map(({ label }, at) => [label, models[at]]),
  );
  return (prompt) => {
    const { llm_label: label } = router.select({
      messages: [{ role: "user", content: prompt }],
      llm_providers: providers,
      allow_shut_down: true,
      ...ask,
    });
    return nameOf.get(label) ?? refuse(`${label} is none of the models of the configuration.`);
  };
}

export const predict = (entries: readonly Entry[], pick: (prompt: string) => string): readonly Prediction[] =>
  entries.map((entry) => ({
    ...entry,
    prediction: pick(entry.prompt),
    generated_result: null,
    cost: null,
    accuracy: null,
  }));

function readAsk(invocation: Invocation): Ask {
  const dial = invocation.text("dial");
  if (dial === undefined) return { tradeoff: "cost" };
  const step = Number(dial);
  if (dial.trim() === "" || !(step >= 0 && step <= 10))
    throw new SignalboxError("bad_request", "--dial takes a number from 0 to 10.");
  return { cost_quality_tradeoff: step };
}

const required = (invocation: Invocation, name: string): string => {
  const value = invocation.text(name);
  if (value !== undefined) return value;
  throw new SignalboxError("bad_request", `Give --${name}.`);
};

export const submit: Command = {
  name: "submit",
  usage: "submit --prompts FILE --config FILE --out DIR [--dial N]",
  summary: "Write the picks for a public board's prompts in RouterArena's submission form.",
  details: [
    "FILE of --prompts is router_data.json or router_data_10.json as the board's script writes it; that of --config names the router and its models.",
    "Writes DIR/predictions/NAME.json and DIR/config/NAME.json. No model is called, and nothing is learned from the prompts.",
  ],
  options: {
    prompts: { type: "string", value: "FILE", description: "The board's prompts." },
    config: { type: "string", value: "FILE", description: "The board's configuration of the router." },
    out: { type: "string", value: "DIR", description: "The folder router_inference of the board." },
    dial: { type: "string", value: "N", description: "Step of the dial, 0 to 10. Default: `cost`." },
  },
  takesConfiguration: false,
  examples: [
    "npm run lab -- submit --prompts dataset/router_data_10.json --config signalbox.json --out router_inference",
  ],
  run: async (invocation) => {
    const ask = readAsk(invocation);
    const config = readBoardConfig(await readJson(required(invocation, "config")));
    const entries = readEntries(await readJson(required(invocation, "prompts")));
    const { router_name: name, models } = config.pipeline_params;
    if (!/^[\w.-]+$/.test(name))
      return refuse("The name of the router may hold letters, digits, . _ and - alone.");
    const predictions = predict(entries, await createPicker(models, ask));
    const out = required(invocation, "out");
    for (const [folder, content] of [
      ["predictions", predictions],
      ["config", config],
    ] as const) {
      await mkdir(join(out, folder), { recursive: true });
      await writeFile(join(out, folder, `${name}.json`), `${JSON.stringify(content, null, 2)}\n`);
    }
    const counts = Map.groupBy(predictions, ({ prediction }) => prediction);
    for (const [model, list] of counts) invocation.console.out(`${list.length} ${model}\n`);
    return 0;
  },
};
